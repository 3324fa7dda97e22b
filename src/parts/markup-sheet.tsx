import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import type { Id } from '../contract/id.ts'
import type { Command } from '../records/command.ts'
import { addInspectionPhoto } from '../records/inspection.ts'
import { addObservationPhoto } from '../records/observation.ts'
import { addViolationPhoto } from '../records/violation.ts'
import { keepReserve } from '../sync/capture/reserve.ts'
import { forget, PhotoRefusal, takeIn } from '../sync/capture/take-in.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useAddFiles } from '../sync/react/hooks.ts'
import { usePicture } from '../sync/react/picture.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { betweenBars, fullScreen } from '../ui/full-screen.ts'
import { useModal } from '../ui/modal.ts'
import { Segments } from '../ui/segments.ts'
import { ErrorLine, Loading } from '../ui/states.tsx'
import { tell } from '../ui/toast.tsx'
import type { MarkTool } from './markup-draw.ts'
import { isToDraw, noPreviewText, officeHash, type ShownPhoto, takenFacts } from './photo-match.ts'
import { useMarks } from './use-marks.ts'
import { usePreview } from './use-preview.ts'
import { saved } from './use-save.ts'

const Frame = chakra('dialog', {
  base: {
    ...fullScreen,
    padding: 0,
    background: 'bg',
    '&[open]': betweenBars,
    '& > header, & > footer': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, padding: 2 },
    '& > header': {
      justifyContent: 'space-between',
      paddingTop: 'calc(8px + env(safe-area-inset-top))',
      '& > h2': { flex: '1 1 5rem', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    },
    '& > footer': { justifyContent: 'center', paddingBottom: 'calc(8px + env(safe-area-inset-bottom))' },
    '& > div': { position: 'relative', minHeight: 0, padding: 2, background: 'bg.muted' },
    '& canvas': {
      position: 'absolute',
      inset: 0,
      margin: 'auto',
      maxWidth: '100%',
      maxHeight: '100%',
      touchAction: 'none',
      cursor: 'crosshair',
    },
    '& input': {
      minHeight: 'tap',
      paddingInline: 3,
      border: 'var(--hairline) solid var(--line-strong)',
      borderRadius: 'md',
      background: 'bg',
    },
  },
})

const tools: readonly (readonly [MarkTool, string])[] = [
  ['arrow', 'Arrow'],
  ['circle', 'Circle'],
  ['words', 'Words'],
  ['blur', 'Blur'],
]

const hints: Record<MarkTool, string> = {
  arrow: 'Draw from the tail of the arrow to its head.',
  circle: 'Draw from one corner of the circle to the other.',
  words: 'Type the words, then tap where they begin.',
  blur: 'Draw over what must not be shown. It cannot be brought back in the copy.',
}

/** The records to which files can be added, and the command for it. */
const commands = { observation: addObservationPhoto, violation: addViolationPhoto, inspection: addInspectionPhoto }

/** The longest text on a picture. */
const mostWords = 60

/** A picture being marked up, and the record that gets the copy. */
export interface Marking {
  owner: { type: keyof typeof commands; id: Id }
  photo: ShownPhoto
}

/**
 * Arrows, circles, words and blur on a copy of a picture. The original stays unchanged; the copy contains its hash.
 */
export function MarkupSheet({ of, onClose }: { of: Marking; onClose: () => void }) {
  const frame = useRef<HTMLDialogElement>(null)
  const [tool, setTool] = useState<MarkTool>('arrow')
  const [words, setWords] = useState('')
  const { name } = of.photo
  const { url, problem: unseen } = useWhole(of.photo)
  const { canvas, picture, isBroken, marks, undo, events, copy } = useMarks(url, tool, words)
  const cannot = unseen ?? (isBroken ? broken : undefined)
  const { save, problem, isSaving } = useSavedCopy(of, copy, onClose)
  useModal(frame)
  const leave = async () => {
    if (
      marks.length > 0 &&
      !(await confirm({ title: 'Leave without a copy?', text: 'The marks are not kept.', yes: 'Leave' }))
    )
      return
    onClose()
  }
  return (
    <Frame
      ref={frame}
      aria-label={`Mark up ${name}`}
      onCancel={(event) => {
        event.preventDefault()
        void leave()
      }}
    >
      <header>
        <Button kind="quiet" onClick={() => void leave()}>
          Cancel
        </Button>
        <h2>{name}</h2>
        <Button kind="main" disabled={marks.length === 0 || isSaving} onClick={() => void save()}>
          Save copy
        </Button>
      </header>
      <div>
        {problem && <ErrorLine message={problem} />}
        {cannot && <ErrorLine message={cannot} />}
        {!picture && !cannot && <Loading />}
        {picture && (
          <canvas
            ref={canvas}
            width={picture.width}
            height={picture.height}
            tabIndex={0}
            aria-label={`${hints[tool]} With keys: arrows move, Enter begins and ends a mark. ${marks.length} drawn.`}
            {...events}
          />
        )}
      </div>
      <footer>
        <Segments role="group" aria-label="Draw">
          {tools.map(([name, title]) => (
            <button key={name} type="button" aria-pressed={tool === name} onClick={() => setTool(name)}>
              {title}
            </button>
          ))}
        </Segments>
        {tool === 'words' && (
          <input
            aria-label="Words"
            placeholder="Words on the picture"
            maxLength={mostWords}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
        <Button disabled={marks.length === 0} onClick={undo}>
          Undo
        </Button>
      </footer>
    </Frame>
  )
}

const broken = 'This picture cannot be opened for marks here.'

/** The URL of the picture at full size, '' while it is read or drawn; or why it cannot be marked up. */
function useWhole(photo: ShownPhoto): { url: string; problem?: string } {
  const mustDraw = isToDraw(photo)
  const own = usePicture(photo.own?.id ?? '', 'web')
  const drawn = usePreview(mustDraw ? photo : null, 1, 'full')
  if (!mustDraw) return { url: own ?? photo.server?.url ?? '' }
  if (!drawn) return { url: '' }
  return 'url' in drawn ? drawn : { url: '', problem: noPreviewText(photo, drawn.failed) ?? broken }
}

/** Stores the copy on this device and attaches it to the record, to be sent like any other file. */
function useSavedCopy(of: Marking, copy: () => Promise<Blob | null>, onDone: () => void) {
  const { db } = useEngine().device
  const addFiles = useAddFiles()
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const blob = await copy()
      if (!blob) return setProblem('This device made no copy. Try again.')
      const { type, id } = of.owner
      const file = new File([blob], markedName(of.photo.name), { type: 'image/jpeg', lastModified: Date.now() })
      // When and where the original was taken is also true for the copy.
      const copyOf = { sha256: officeHash(of.photo), facts: takenFacts(of.photo) }
      // The engine handles all commands alike; their types are known only at run time.
      const command = commands[type] as unknown as Command
      let isAttached = false
      const attach = async (photo: string) => {
        isAttached = (await saved(() => addFiles(command, { [`${type}Id`]: id }, [photo]))) !== null
      }
      const photo = await takeIn(db, file, { form: `files/${type}:${id}` }, { keepReserve, copyOf, attach })
      // The marks are still on the screen. The next tap on Save makes another copy of them.
      if (!isAttached) return await forget(db, photo)
      tell('Copy saved')
      onDone()
    } catch (error) {
      if (!(error instanceof PhotoRefusal) && !isForeign(error)) throw error
      setProblem(
        isForeign(error)
          ? 'The office keeps this picture elsewhere, and it cannot be copied from there.'
          : error.message,
      )
    } finally {
      setSaving(false)
    }
  }
  return { save, problem, isSaving }
}

/** The browser does not allow reading the pixels of a picture from another server. */
const isForeign = (error: unknown): error is DOMException =>
  error instanceof DOMException && error.name === 'SecurityError'

/** 'stairs (marked).jpg' for 'stairs.png'. */
const markedName = (name: string): string => `${name.replace(/\.\w{2,5}$/, '')} (marked).jpg`
