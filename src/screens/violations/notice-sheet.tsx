import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Violation } from '../../contract/violation.ts'
import { useLetterFile } from '../../parts/use-letter-file.ts'
import { addressById } from '../../records/address.ts'
import type { DocumentKind } from '../../sync/device/letter-job.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { usePull } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { LetterView } from '../../ui/letter-view.tsx'
import { saveAs } from '../../ui/save-as.ts'
import { ErrorLine, Loading, Note } from '../../ui/states.tsx'
import { type NoticeHere, noticeHere } from './notice-letter.ts'

const Actions = chakra('div', { base: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 } })

/** The notice made on this device: to read, print, share or save, with or without signal. */
export function NoticeSheet({ violation, onClose }: { violation: Violation; onClose: () => void }) {
  const [hasPhotos, setHasPhotos] = useState(true)
  const { notice, hasFailed } = useNoticeHere(violation, hasPhotos)
  const { isWriting, write } = useDocument(violation, notice)
  const [isPrinting, setPrinting] = useState(false)
  const isBusy = isWriting || !notice
  const save = async (kind: DocumentKind) => {
    const file = await write(kind)
    if (file) saveAs(file, file.name)
  }
  const share = async () => {
    const file = await write('pdf')
    if (!file) return
    if (!canShare(file)) return saveAs(file, file.name)
    // Closing the phone's share sheet is no failure; if the phone refuses to share, the file is downloaded.
    await navigator.share({ files: [file], title: notice?.letter.title ?? '' }).catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'AbortError') saveAs(file, file.name)
    })
  }
  return (
    <Dialog title="Notice" onClose={onClose}>
      <CheckField
        label="With the photos"
        checked={hasPhotos}
        onChange={(event) => setHasPhotos(event.target.checked)}
      />
      {notice?.lacks.map((words) => (
        <Note key={words} tone="yellow">
          {words}
        </Note>
      ))}
      <Actions>
        <Button kind="main" icon="file" disabled={isBusy} onClick={() => setPrinting(true)}>
          Print
        </Button>
        <Button icon="outside" disabled={isBusy} onClick={() => void share()}>
          Share
        </Button>
        <Button icon="download" disabled={isBusy} onClick={() => void save('pdf')}>
          PDF
        </Button>
        <Button icon="download" disabled={isBusy} onClick={() => void save('word')}>
          Word
        </Button>
      </Actions>
      <p role="status" className="hint">
        {isWriting ? 'Making the notice...' : 'Made on this device, without signal too.'}
      </p>
      {notice && <LetterView letter={notice.letter} sheet />}
      {!notice && !hasFailed && <Loading>Reading this device...</Loading>}
      {hasFailed && (
        <ErrorLine
          message="The notice could not be made from this device."
          hint="Nothing was lost. Close this and try again."
        />
      )}
      {notice && isPrinting && <OnPaper notice={notice} setPrinting={setPrinting} />}
    </Dialog>
  )
}

const canShare = (file: File): boolean =>
  typeof navigator.share === 'function' && (navigator.canShare?.({ files: [file] }) ?? false)

function useNoticeHere(violation: Violation, hasPhotos: boolean) {
  const { device, town } = useEngine()
  const [notice, setNotice] = useState<NoticeHere>()
  const [hasFailed, setFailed] = useState(false)
  const { address_id } = violation
  // The owner's name and mailing address may not be here yet. With signal they arrive, and the letter is made again.
  usePull(addressById(address_id), 'list', address_id > 0)
  const hasAddress = useLive(async (db) => (await db.rows('address').get(address_id)) !== undefined, [address_id])
  useEffect(() => {
    if (hasAddress === undefined) return
    let isCurrent = true
    setNotice(undefined)
    setFailed(false)
    noticeHere({ device, town }, violation, hasPhotos).then(
      (made) => isCurrent && setNotice(made),
      (error) => {
        if (isCurrent) setFailed(true)
        throw error
      },
    )
    return () => {
      isCurrent = false
    }
  }, [device, town, violation, hasPhotos, hasAddress])
  return { notice, hasFailed }
}

/** Writes the document; null if it failed, which was reported. */
function useDocument({ id }: Violation, notice: NoticeHere | undefined) {
  const [isWriting, setWriting] = useState(false)
  const writeFile = useLetterFile('notice')
  const write = async (kind: DocumentKind): Promise<File | null> => {
    if (!notice) return null
    setWriting(true)
    try {
      // The office's file name (VD-13); a violation that the office does not have has no number.
      const fileName = `violation_notice_${id > 0 ? id : 'unsent'}`
      return await writeFile({ letters: [notice.letter], kind, fileName })
    } finally {
      setWriting(false)
    }
  }
  return { isWriting, write }
}

/** Prints only the letter, without the page behind it. */
function OnPaper({ notice, setPrinting }: { notice: NoticeHere; setPrinting: (next: false) => void }) {
  useEffect(() => {
    let isShown = true
    document.body.dataset.paper = ''
    // The pictures of the letter come from memory and are drawn by then.
    const timer = setTimeout(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('.paper img')]
      void Promise.allSettled(pictures.map((it) => it.decode())).then(() => {
        if (!isShown) return
        window.print()
        setPrinting(false)
      })
    }, 100)
    return () => {
      isShown = false
      clearTimeout(timer)
      delete document.body.dataset.paper
    }
  }, [setPrinting])
  return createPortal(
    <div className="paper">
      <LetterView letter={notice.letter} />
    </div>,
    document.body,
  )
}
