import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useRef } from 'react'
import { acceptedFiles } from '../rules/file-kind.ts'
import { Button, IconButton } from './button.tsx'

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 } })

interface Props {
  /** What the files are for: "Application or Photos". */
  label: string
  /** The text of the button; "Choose files" by default. */
  words?: string
  /** In a bar within reach of the thumb it shows only icons. */
  isCompact?: boolean
  isBusy?: boolean
  onPick: (files: File[]) => void
  children?: ReactNode
}

/**
 * Accepts images and PDF, several at once, from the camera or from files. It keeps nothing: picked files go to
 * `onPick` at once, and the same file can be picked again later.
 */
export function FileChooser({ label, words = 'Choose files', isCompact, isBusy, onPick, children }: Props) {
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement) => {
    const picked = [...(input.files ?? [])]
    // Without this, picking the same file again after removing it would not be a change.
    input.value = ''
    if (picked.length > 0) onPick(picked)
  }
  return (
    <Row role="group" aria-label={label}>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={`${label}: camera`}
        onChange={(event) => take(event.target)}
      />
      <input
        ref={files}
        type="file"
        accept={acceptedFiles}
        multiple
        hidden
        aria-label={label}
        onChange={(event) => take(event.target)}
      />
      {isCompact ? (
        <>
          <IconButton
            icon="camera"
            label="Take a photo"
            kind="plain"
            disabled={isBusy}
            onClick={() => camera.current?.click()}
          />
          <IconButton icon="clip" label={words} kind="plain" disabled={isBusy} onClick={() => files.current?.click()} />
        </>
      ) : (
        <>
          <Button icon="camera" disabled={isBusy} onClick={() => camera.current?.click()}>
            Take a photo
          </Button>
          <Button icon="clip" disabled={isBusy} onClick={() => files.current?.click()}>
            {words}
          </Button>
        </>
      )}
      {children}
    </Row>
  )
}
