import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import type { Id } from '../contract/id.ts'
import { plural } from '../rules/text.ts'
import type { Shot } from '../sync/device/shot-job.ts'
import { usePicture } from '../sync/react/picture.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { betweenBars, dark, fullScreen } from '../ui/full-screen.ts'
import { useModal } from '../ui/modal.ts'
import { Note } from '../ui/states.tsx'
import { deviceWord } from '../ui/this-device.ts'
import { type Camera, type CameraProblem, useCamera } from './camera-stream.ts'
import { useEarlierInRoom } from './earlier-in-room.ts'
import { isToDraw, noPreviewText, type ShownPhoto } from './photo-match.ts'
import { usePreview } from './use-preview.ts'

const Frame = chakra('dialog', {
  base: {
    ...fullScreen,
    ...dark,
    padding: 0,
    '&[open]': betweenBars,
    '& > header, & > footer': { display: 'flex', alignItems: 'center', gap: 2, padding: 2, minHeight: '56px' },
    '& > header': { paddingTop: 'calc(8px + env(safe-area-inset-top))', justifyContent: 'space-between' },
    '& > footer': {
      paddingBottom: 'calc(12px + env(safe-area-inset-bottom))',
      display: 'grid',
      gridTemplateColumns: '1fr auto 1fr',
    },
    '& > footer > :last-child': { justifySelf: 'end' },
    '& > div': { position: 'relative', display: 'grid', placeItems: 'center', overflow: 'hidden' },
    // The words about a camera stand in front of its last picture.
    '& > div > *': { position: 'relative' },
    '& video, & [data-ghost]': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' },
    '& [data-ghost]': { opacity: 0.4, pointerEvents: 'none' },
    '& input[type=range]': { position: 'absolute', bottom: 2, width: 'min(20rem, 80vw)', minHeight: 'tap' },
    '& button[aria-pressed=true]:not(:disabled)': { background: 'rgb(255 255 255 / 0.22)' },
    '& [data-shutter]': { width: '72px', height: '72px', borderRadius: '50%', border: '4px solid #ffffff' },
    // As specific as the rule for hovered buttons.
    '& button[data-shutter], & button[data-shutter]:not(:disabled)': { background: 'rgb(255 255 255 / 0.25)' },
    '& button[data-shutter]:active:not(:disabled)': { background: '#ffffff' },
    '& [data-shutter]:disabled': { opacity: 0.4 },
    '& p': { fontVariantNumeric: 'tabular-nums' },
  },
})

const problems: Record<CameraProblem, string> = {
  refused: `The camera is not allowed. Allow it for CodeSoft in the settings of this device, or use the ${deviceWord}’s own camera.`,
  none: `This device gives no camera to the app. The ${deviceWord}’s own camera and files still work.`,
  busy: 'Another app holds the camera. Close it there, then open the camera again.',
  failed: `The camera did not start. Close it and open it again, or use the ${deviceWord}’s own camera.`,
  stopped: 'The camera has stopped. Another app may hold it. Close it there, then open the camera again.',
}

interface Props {
  /** Called with each picture as it is made. The caller stores it at once, and then calls its `onSafe`. */
  onShot: (shot: Shot) => void
  /** The newest earlier photo, for taking the new one from the same place. */
  earlier?: ShownPhoto | undefined
  /** The area where this is: earlier photos of the same room can be chosen. */
  area?: Id | undefined
  onClose: () => void
}

/** The camera over the whole screen: many pictures without leaving it, each stored as it is taken. */
export function CameraSheet({ onShot, earlier, area, onClose }: Props) {
  const frame = useRef<HTMLDialogElement>(null)
  const camera = useCamera()
  const { taken, safe, hasFailed, isFinishing, take, finish } = useShots(camera, onShot)
  const ghosts = useGhosts(earlier, area)
  useModal(frame)
  const close = async () => {
    // A browser closes the dialog itself at the second Esc.
    if ((await finish()) || !frame.current?.open) onClose()
  }
  return (
    <Frame
      ref={frame}
      aria-label="Camera"
      onCancel={(event) => {
        event.preventDefault()
        void close()
      }}
    >
      <header>
        <p role="status">{taken > 0 && `${plural(taken, 'photo')} taken, ${safe} saved on this ${deviceWord}`}</p>
        <Tools camera={camera} ghosts={ghosts} />
      </header>
      <div>
        <video ref={camera.video} playsInline muted aria-label="What the camera sees" />
        {ghosts.shown &&
          ('url' in ghosts.shown ? (
            <img data-ghost="" src={ghosts.shown.url} alt={`Earlier: ${ghosts.shown.name}`} />
          ) : (
            <Note tone="yellow">{ghosts.shown.words}</Note>
          ))}
        {isProblem(camera.state) && (
          <Note tone="yellow" role="alert">
            {problems[camera.state]}
          </Note>
        )}
        {hasFailed && (
          <Note tone="red" role="alert">
            The last picture was not taken. Take it again.
          </Note>
        )}
        {camera.abilities.zoom && <Zoom camera={camera} range={camera.abilities.zoom} />}
      </div>
      <footer>
        <span />
        <button
          type="button"
          data-shutter=""
          aria-label="Take photo"
          disabled={camera.state !== 'live' || isFinishing}
          onClick={take}
        />
        <Button kind="quiet" onClick={() => void close()}>
          {isFinishing ? 'Saving…' : 'Done'}
        </Button>
      </footer>
    </Frame>
  )
}

/** Takes pictures with the camera, several at a time. */
function useShots(camera: Camera, onShot: Props['onShot']) {
  const [taken, setTaken] = useState(0)
  // Counted here, because the form's files may also be those of an earlier camera, or already be given to a record.
  const [safe, setSafe] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const [isFinishing, setFinishing] = useState(false)
  const pending = useRef(new Set<Promise<void>>())
  const shoot = async () => {
    navigator.vibrate?.(15)
    setFailed(false)
    try {
      const shot = await camera.shoot()
      setTaken((count) => count + 1)
      onShot({ ...shot, onSafe: () => setSafe((count) => count + 1) })
    } catch (error) {
      // The device lacks memory for it, its worker died, or the camera stopped.
      setFailed(true)
      throw error
    }
  }
  return {
    taken,
    safe,
    hasFailed,
    isFinishing,
    take() {
      const shot = shoot()
      pending.current.add(shot)
      void shot.finally(() => pending.current.delete(shot))
    },
    /** Waits for the pictures that are still being made. False if one failed: the person can take it again. */
    async finish(): Promise<boolean> {
      if (isFinishing) return false
      setFinishing(true)
      const shots = await Promise.allSettled(pending.current)
      setFinishing(false)
      return shots.every(({ status }) => status === 'fulfilled')
    },
  }
}

const isProblem = (state: Camera['state']): state is CameraProblem => state !== 'live' && state !== 'starting'

/** An earlier photo of the same place, or why it cannot be shown. */
type Ghost = { url: string; name: string } | { words: string }

function useGhost(earlier: ShownPhoto | undefined): Ghost | undefined {
  const own = usePicture(earlier?.own?.id ?? '', 'web')
  const mustDraw = earlier !== undefined && isToDraw(earlier)
  const drawn = usePreview(mustDraw ? earlier : null, 1, 'full')
  if (mustDraw) {
    if (!drawn) return undefined
    if ('url' in drawn) return { url: drawn.url, name: earlier.name }
    const words = noPreviewText(earlier, drawn.failed)
    return words === null ? undefined : { words: `Earlier photo: ${words}` }
  }
  const url = own ?? earlier?.server?.poster_url ?? earlier?.server?.url
  return earlier && url ? { url, name: earlier.name } : undefined
}

/** The earlier photos that can be overlaid on the live picture, one at a time. */
interface Ghosts {
  count: number
  /** Which one, from 1 on. */
  number: number
  /** Null while it is hidden, or not read yet. */
  shown: Ghost | null
  isOn: boolean
  toggle(): void
  turn(): void
}

/** A single photo of the same thing is shown at once. Of a room's photos, the person chooses one. */
function useGhosts(earlier: ShownPhoto | undefined, area: Id | undefined): Ghosts {
  const inRoom = useEarlierInRoom(area ?? 0)
  const all = earlier ? [earlier] : inRoom
  const [isOn, setOn] = useState(area === undefined)
  const [at, setAt] = useState(0)
  const ghost = useGhost(all[at % Math.max(1, all.length)])
  return {
    count: all.length,
    number: (at % Math.max(1, all.length)) + 1,
    shown: (isOn && ghost) || null,
    isOn,
    toggle: () => setOn(!isOn),
    turn: () => setAt(at + 1),
  }
}

interface ToolsProps {
  camera: Camera
  ghosts: Ghosts
}

/** What this camera can do besides taking pictures, and the earlier photo. */
function Tools({ camera, ghosts }: ToolsProps) {
  const [isLit, setLit] = useState(false)
  const light = () => {
    camera.setTorch(!isLit)
    setLit(!isLit)
  }
  return (
    <div>
      {ghosts.count > 1 && ghosts.isOn && (
        <IconButton
          icon="next"
          label={`Next earlier photo (${ghosts.number} of ${ghosts.count})`}
          onClick={ghosts.turn}
        />
      )}
      {ghosts.count > 0 && (
        <IconButton icon="photo" label="Show the earlier photo" aria-pressed={ghosts.isOn} onClick={ghosts.toggle} />
      )}
      {camera.abilities.torch && <IconButton icon="sun" label="Light" aria-pressed={isLit} onClick={light} />}
    </div>
  )
}

function Zoom({ camera, range }: { camera: Camera; range: { min: number; max: number; step: number } }) {
  const [factor, setFactor] = useState(range.min)
  return (
    <input
      type="range"
      aria-label="Zoom"
      {...range}
      value={factor}
      onChange={(event) => {
        setFactor(Number(event.target.value))
        camera.setZoom(Number(event.target.value))
      }}
    />
  )
}
