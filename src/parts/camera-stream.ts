import { useCallback, useEffect, useRef, useState } from 'react'
import { exifOfShot } from '../rules/exif-writer.ts'
import { ShotMaker } from '../sync/device/make-shot.ts'
import type { Shot } from '../sync/device/shot-job.ts'

/** Why there is no picture from the camera; `stopped` if there was one before. */
export type CameraProblem = 'refused' | 'none' | 'busy' | 'stopped'

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
  /** The current picture as a JPEG with its time and, if the position is already known, its place. */
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
  const place = usePlace()
  const maker = useShotMaker()

  useEffect(() => {
    let isOver = false
    let isStarting = false
    const stop = () => {
      track.current?.stop()
      track.current = undefined
    }
    const show = (shown: MediaStreamTrack) => {
      if (shown !== track.current) return
      setState(givesPictures(shown) ? 'live' : 'stopped')
      if (shown.readyState === 'ended') stop()
    }
    const start = async () => {
      isStarting = true
      setState('starting')
      try {
        const stream = await navigator.mediaDevices.getUserMedia(wanted)
        const [first] = stream.getVideoTracks()
        // The camera was closed, or the page hidden, while the phone asked for permission.
        if (isOver || !first || !video.current || document.visibilityState === 'hidden') {
          for (const it of stream.getTracks()) it.stop()
          return
        }
        track.current = first
        video.current.srcObject = stream
        await video.current.play()
        setAbilities(abilitiesOf(first))
        if (wishes.current.size > 0) tell(first, wishes.current)
        for (const change of ['mute', 'unmute', 'ended']) first.addEventListener(change, () => show(first))
        show(first)
      } catch (error) {
        stop()
        if (!isOver) setState(problemOf(error))
      } finally {
        isStarting = false
      }
    }
    // A camera that stays on behind another app drains the battery, and phones stop it anyway.
    const follow = () => {
      if (document.visibilityState === 'hidden') stop()
      else if (!track.current && !isStarting) void start()
    }
    void start()
    document.addEventListener('visibilitychange', follow)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', follow)
      stop()
    }
  }, [])

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
      return maker.current.make(video.current, aboutShot(new Date(), place.current))
    },
    setTorch: (torch) => set('torch', { torch }),
    setZoom: (zoom) => set('zoom', { zoom }),
  }
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
function problemOf(error: unknown): CameraProblem {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
  const problem = problems[name]
  if (!problem) throw error
  return problem
}

type Place = { latitude: number; longitude: number; accuracy: number } | undefined

/** The position, if it is permitted without a question: a question would delay the picture. */
function usePlace() {
  const place = useRef<Place>(undefined)
  useEffect(() => {
    let watch: number | undefined
    let isOver = false
    const begin = async () => {
      const asked = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
      if (isOver || asked?.state !== 'granted') return
      watch = navigator.geolocation.watchPosition(
        ({ coords }) => {
          place.current = coords
        },
        // Without a position the picture has no place.
        () => undefined,
        { enableHighAccuracy: true, maximumAge: 10_000 },
      )
    }
    void begin()
    return () => {
      isOver = true
      if (watch !== undefined) navigator.geolocation.clearWatch(watch)
    }
  }, [])
  return place
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
function aboutShot(at: Date, position: Place) {
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
