import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { sealAsPng } from '../../parts/letter-pictures.ts'
import { writable } from '../../rules/document-text.ts'
import type { Letter } from '../../rules/letter.ts'
import { letterheadLines } from '../../rules/letterhead.ts'
import { LetterView } from '../../ui/letter-view.tsx'
import type { TypedTown } from './typed-town.ts'

/** A preview of the letterhead with the typed values, before they are saved. */
export function LetterheadPreview({ form, seal }: { form: UseFormReturn<TypedTown>; seal: string | null }) {
  const [address, phone, email, website, name] = form.watch(['address', 'phone', 'email', 'website', 'town_name'])
  const [picture, setPicture] = useState<Letter['seal']>(null)
  useEffect(() => {
    let shown = true
    void sealAsPng(seal).then((it) => shown && setPicture(it && { ...it, says: 'Seal of the town' }))
    return () => {
      shown = false
    }
  }, [seal])
  const townName = writable(name) || 'Name of the town'
  const letter: Letter = {
    title: 'Notice of Violation',
    subject: '',
    description: '',
    townName,
    office: 'Code Enforcement',
    letterhead: letterheadLines({ address, phone, email, website }).map(writable),
    seal: picture,
    recipient: [],
    parts: [{ kind: 'heading', level: 1, text: 'Notice of Violation' }],
    footer: `${townName} · Notice of Violation`,
  }
  return (
    <section aria-label="How letters begin">
      <LetterView letter={letter} sheet />
    </section>
  )
}
