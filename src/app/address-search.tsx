import { chakra } from '@chakra-ui/react/styled-system'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { addressNote } from '../parts/address-note.ts'
import { minSearchLength, resultLines } from '../rules/address-text.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { useAddressSearch } from '../sync/react/address-search.ts'
import { IconButton } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { fetched } from '../ui/fetched.tsx'

// Loaded by a tap, so no screen waits for it.
const NearDialog = fetched(async () => (await import('./near-dialog.tsx')).NearDialog)

const Beside = chakra('div', {
  base: {
    display: 'flex',
    gap: 1,
    '& > div': { flex: 1 },
    '& > button': { marginInlineEnd: { base: '-12px', lg: 0 } },
  },
})

const Result = chakra('div', {
  base: {
    lineHeight: 1.35,
    '& > span': { display: 'block' },
    '& > [data-line="combadd"]': { fontWeight: 'medium' },
    '& > :not([data-line="combadd"])': { color: 'fg.muted', fontSize: 'sm' },
  },
})

/** The search box of the top bar, using the device's own address book (GS-01 to GS-12). `/` focuses it. */
export function AddressSearchBox({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('')
  const found = useAddressSearch(text)
  const navigate = useNavigate()
  const [isNearOpen, setNearOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [input])
  const isLongEnough = text.trim().length >= minSearchLength
  return (
    <>
      <Beside>
        <Combobox
          label="Search by address or owner"
          placeholder="Search by address or owner..."
          inputRef={input}
          text={text}
          onText={setText}
          options={isLongEnough ? found.results : []}
          isOpen={isLongEnough}
          tabMarksFirst
          keyOf={(address) => address.id}
          show={(address) => <ResultLines address={address} />}
          onChoose={(address) => {
            setText('')
            void navigate({ to: '/address/$addressId', params: { addressId: String(address.id) } })
          }}
          note={addressNote(found)}
        />
        <IconButton icon="here" label="Addresses near me" aria-haspopup="dialog" onClick={() => setNearOpen(true)} />
      </Beside>
      {isNearOpen && <NearDialog onClose={() => setNearOpen(false)} />}
    </>
  )
}

/** Property name, combined address, AKA and owner, if present (GS-05). */
function ResultLines({ address }: { address: AddressLine }) {
  return (
    <Result>
      {resultLines(address).map((line) => (
        <span key={line} data-line={line === address.combadd ? 'combadd' : undefined}>
          {line}
        </span>
      ))}
    </Result>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select') || target.closest('dialog') !== null)
