import { useCallback, useEffect, useRef, useState } from 'react'
import { exifOfShot } from '../rules/exif-writer.ts'
import { ShotMaker } from '../sync/device/make-shot.ts'
import type { Shot } from '../sync/device/shot-job.ts'
import { useCameraPlace } from './camera-place.ts'

/** Why there is no picture from the camera; `stopped` if there was one before, `failed` if the reason is not known. */
export type CameraProblem = 'refused' | 'none' | 'busy' | 'stopped' | 'failed'

/** What the camera of this device can do besides taking pictures. */
interface Abilities {
  torch: boolean
  zoom: { min: number; max: number; step: number } | null
}

export interface Camera {
  /** Of the <video> that shows it. */
  video: React.RefObject<HTMLVideoElement | null>
  state: 'starting' | 'live' | CameraProblem
  abilities: Abilities
  /** The current picture as a JPEG with its time and, if the position is known at this moment, its place. */
  shoot(): Promise<Shot>
  setTorch(isOn: boolean): void
  setZoom(factor: number): void
}

/** The camera's largest size; the app shrinks what it sends. */
const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 3840 }, height: { ideal: 2160 } },
}

const nothing: Abilities = { torch: false, zoom: null }

/** The camera at the back, on while the page is visible; it is released when the caller is unmounted. */
export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack>(undefined)
  // Light and zoom as they were set: each track begins without them, so each new one is told them all.
  const wishes = useRef(new Map<string, object>())
  const [state, setState] = useState<Camera['state']>('starting')
  const [abilities, setAbilities] = useState(nothing)
  const place = useCameraPlace()
  const maker = useShotMaker()

  const begun = useCallback((first: MediaStreamTrack) => {
    setAbilities(abilitiesOf(first))
    if (wishes.current.size > 0) tell(first, wishes.current)
  }, [])
  useTrack({ video, track, begun, setState })

  const set = useCallback((name: string, wish: object) => {
    wishes.current.set(name, wish)
    if (track.current) tell(track.current, wishes.current)
  }, [])

  return {
    video,
    state,
    abilities,
    shoot: async () => {
      if (!video.current || !maker.current) throw new Error('The camera is closed')
      if (!givesPictures(track.current)) throw new Error('The camera has stopped')
      return maker.current.make(video.current, aboutShot(new Date(), place()))
    },
    setTorch: (torch) => set('torch', { torch }),
    setZoom: (zoom) => set('zoom', { zoom }),
  }
}

interface Shown {
  video: Camera['video']
  track: React.RefObject<MediaStreamTrack | undefined>
  /** Called with each track once it has its first picture. */
  begun: (first: MediaStreamTrack) => void
  setState: (state: Camera['state']) => void
}

/** Shows the camera in the video while the page is visible. */
function useTrack({ video, track, begun, setState }: Shown): void {
  useEffect(() => {
    let isOver = false
    let isAsking = false
    const stop = () => {
      track.current?.stop()
      track.current = undefined
    }
    const show = (shown: MediaStreamTrack) => {
      if (shown !== track.current) return
      setState(givesPictures(shown) ? 'live' : 'stopped')
      if (shown.readyState === 'ended') stop()
    }
    const ask = async () => {
      isAsking = true
      try {
        return await navigator.mediaDevices.getUserMedia(wanted)
      } finally {
        isAsking = false
      }
    }
    const start = async () => {
      let first: MediaStreamTrack | undefined
      setState('starting')
      try {
        const stream = await ask()
        const [given] = stream.getVideoTracks()
        // The camera was closed, or the page hidden, while the phone asked for permission.
        if (isOver || !given || !video.current || document.visibilityState === 'hidden') {
          for (const it of stream.getTracks()) it.stop()
          return
        }
        first = given
        track.current = first
        video.current.srcObject = stream
        await video.current.play()
        // The page was hidden before the first picture. Shown again, it has begun anew.
        if (first !== track.current) return
        begun(first)
        for (const change of ['mute', 'unmute', 'ended']) first.addEventListener(change, () => show(given))
        show(first)
      } catch (error) {
        // The end of a start that was given up fails too, at any time.
        if (first !== track.current) return
        stop()
        if (isOver) return
        setState(problemOf(error) ?? 'failed')
        if (!problemOf(error)) throw error
      }
    }
    // A camera that stays on behind another app drains the battery, and phones stop it anyway. A start whose first
    // picture is awaited is given up: it may never come.
    const follow = () => {
      if (document.visibilityState === 'hidden') stop()
      else if (!track.current && !isAsking) void start()
    }
    void start()
    document.addEventListener('visibilitychange', follow)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', follow)
      stop()
    }
  }, [video, track, begun, setState])
}

/** Otherwise the video goes on showing its last picture: the track has ended, or another app has taken the camera. */
const givesPictures = (track: MediaStreamTrack | undefined): boolean => track?.readyState === 'live' && !track.muted

function tell(track: MediaStreamTrack, wishes: ReadonlyMap<string, object>): void {
  // Not every device does what it reports; then the picture stays unchanged.
  track.applyConstraints({ advanced: [...wishes.values()] }).catch(() => undefined)
}

function abilitiesOf(track: MediaStreamTrack): Abilities {
  // Firefox lacks getCapabilities; torch and zoom are missing from the compiler's library.
  const can = (track.getCapabilities?.() ?? {}) as { torch?: boolean; zoom?: Abilities['zoom'] }
  return { torch: can.torch === true, zoom: can.zoom && can.zoom.max > can.zoom.min ? can.zoom : null }
}

const problems: Partial<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotReadableError: 'busy',
  AbortError: 'busy',
  NotFoundError: 'none',
  NotSupportedError: 'none',
  OverconstrainedError: 'none',
}

/** Compared by name, because WebKit's OverconstrainedError is no DOMException. */
function problemOf(error: unknown): CameraProblem | undefined {
  return typeof error === 'object' && error !== null && 'name' in error ? problems[String(error.name)] : undefined
}

/** It runs while the camera is open, so that a position is known for the first picture. */
function useShotMaker() {
  const maker = useRef<ShotMaker>(undefined)
  useEffect(() => {
    maker.current = new ShotMaker()
    return () => void maker.current?.close()
  }, [])
  return maker
}

/** The file name of a picture taken now, and its time and place as EXIF. */
function aboutShot(at: Date, position: GeolocationCoordinates | undefined) {
  const wall = wallOf(at)
  const time = wall.takenAt.replaceAll(':', '').replace(' ', '-')
  return {
    name: `photo-${time}-${String(at.getMilliseconds()).padStart(3, '0')}.jpg`,
    lastModified: at.getTime(),
    exif: exifOfShot({ ...wall, position }),
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** The device's own wall time and zone, as EXIF writes them. */
function wallOf(at: Date): { takenAt: string; offset: string } {
  const east = -at.getTimezoneOffset()
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(two).join(':')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')
  const offset = `${east < 0 ? '-' : '+'}${two(Math.floor(Math.abs(east) / 60))}:${two(Math.abs(east) % 60)}`
  return { takenAt: `${day} ${time}`, offset }
}
