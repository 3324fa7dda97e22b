import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { sealBytes, type TownPage, town } from '../../contract/town.ts'
import { FileButton } from '../../parts/file-button.tsx'
import { CallFailure } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { fileBytes, unreadableFileText } from '../../ui/file-bytes.ts'
import { Section } from '../../ui/section.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { tell } from '../../ui/toast.tsx'
import { TownSeal } from '../../ui/town-seal.tsx'

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, paddingTop: 2 } })

interface Props {
  page: TownPage
  onSaved: (page: TownPage) => Promise<void>
}

/** The picture beside the town's name, saved as soon as it is chosen. */
export function SealSection({ page: { seal, ownSeal, fixed }, onSaved }: Props) {
  const { failure, isBusy, make } = useDirectCall()
  const [problem, setProblem] = useState<string>()
  const by = fixed.find(({ name }) => name === 'seal')?.by
  const keep = async (picture: string | null, words: string) => {
    const page = await make((call) => call(town.saveSeal, {}, { picture }, { words }))
    if (!page) return
    tell(words)
    await onSaved(page)
  }
  const choose = async (file: File) => {
    const isTooLarge = file.size > sealBytes
    setProblem(
      isTooLarge
        ? `The picture has ${Math.ceil(file.size / 1024)} kB; at most ${sealBytes / 1024} kB are taken.`
        : undefined,
    )
    if (isTooLarge) return
    const bytes = await fileBytes(file)
    if (bytes) await keep(base64(new Uint8Array(bytes)), 'Seal saved')
    else setProblem(unreadableFileText)
  }
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove the seal?',
      text: 'The town’s name stands alone in the menu, on the sign-in page and on letters.',
      yes: 'Remove',
      isDanger: true,
    })
    if (isSure) await keep(null, 'Seal removed')
  }
  return (
    <Section title="Seal">
      <p>Beside the town’s name: in the menu, on the sign-in page, on paper and on letters. Square is best.</p>
      {problem && <ErrorLine message={problem} />}
      <CallFailure of={failure} failed="The seal could not be saved" isServerFirst />
      <Row>
        <TownSeal src={seal} size="lg" />
        {!seal && <span>No seal yet.</span>}
        {by ? (
          <span>Set by the server’s settings: {by}</span>
        ) : (
          <>
            <FileButton
              words={seal ? 'Choose another picture' : 'Choose a picture'}
              accept="image/png,image/jpeg,image/webp,image/svg+xml"
              icon="photo"
              isBusy={isBusy}
              onPick={(file) => void choose(file)}
            />
            {ownSeal && (
              <Button icon="trash" disabled={isBusy} onClick={() => void remove()}>
                Remove<span className="unseen"> the seal</span>
              </Button>
            )}
            <span>PNG, JPEG, WebP or SVG, at most {sealBytes / 1024} kB.</span>
          </>
        )}
      </Row>
    </Section>
  )
}

const base64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
