import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import { noRescueCopy, saveRescueCopy } from '../../parts/rescue-file.ts'
import { useZone } from '../../parts/use-now.ts'
import { plural } from '../../rules/text.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { rescueCopy, type Taken, takeRescueCopy } from '../../sync/session/rescue.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Note } from '../../ui/states.tsx'
import { deviceWord } from '../../ui/this-device.ts'

const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 } })

/** Saves all unsent work as one file, and imports such a file, here or on another device of the same person. */
export function RescueSection({ hasWork }: { hasWork: boolean }) {
  const { device } = useEngine()
  const input = useRef<HTMLInputElement>(null)
  const zone = useZone()
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ text: string; isGood: boolean } | null>(null)
  const save = async () => {
    setBusy(true)
    try {
      saveRescueCopy(await rescueCopy(device), device.now(), zone)
      setSaid({ text: `The copy is in your downloads. The work is still on this ${deviceWord} as well.`, isGood: true })
    } catch (error) {
      setSaid({ text: noRescueCopy, isGood: false })
      throw error
    } finally {
      setBusy(false)
    }
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    try {
      setSaid(takenWords(await takeRescueCopy(device, file)))
    } catch (error) {
      // Whether the picked file vanished before it was read or the storage failed, nothing of it was imported.
      setSaid({ text: 'This copy could not be read or stored. Nothing was added. Choose it again.', isGood: false })
      if (!(error instanceof DOMException)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title="Rescue copy">
      <p>Everything unsent with its photos, as one file: for a phone that breaks, or that has no signal for long.</p>
      <Row>
        <Button icon="download" disabled={isBusy || !hasWork} onClick={() => void save()}>
          Save rescue copy
        </Button>
        <Button icon="file" disabled={isBusy} onClick={() => input.current?.click()}>
          Open a rescue copy
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Rescue copy"
          onChange={(event) => {
            const file = event.target.files?.[0]
            void take(file)
            // Without this, picking the same file again would not be a change.
            event.target.value = ''
          }}
        />
      </Row>
      {said && (
        <Row>
          <Note tone={said.isGood ? 'green' : 'red'} role="status">
            {said.text}
          </Note>
        </Row>
      )}
    </Section>
  )
}

function takenWords(taken: Taken): { text: string; isGood: boolean } {
  switch (taken.kind) {
    case 'taken': {
      const known = taken.known > 0 ? ` Here or sent already: ${plural(taken.known, 'change')}.` : ''
      return { text: `${plural(taken.entries, 'change')} added from the copy.${known}`, isGood: true }
    }
    case 'otherPerson':
      return { text: 'This copy was made by another person. They must sign in here to open it.', isGood: false }
    case 'otherTown':
      return {
        text: 'This copy was made for another town. Nothing was added. Open it where you sign in to that town.',
        isGood: false,
      }
    case 'damaged':
      return { text: 'This rescue copy is damaged or incomplete. Nothing was added.', isGood: false }
    case 'noRoom':
      return {
        text: `This ${deviceWord} is full. Nothing was added. Free some space, then open the copy again.`,
        isGood: false,
      }
    case 'notOurs':
      return { text: 'This is no rescue copy of CodeSoft. Nothing was added.', isGood: false }
  }
}
