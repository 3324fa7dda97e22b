import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useLayoutEffect, useState } from 'react'
import type { CodeSection } from '../contract/code.ts'
import { codeLabel } from '../rules/code-search.ts'
import { useLive } from '../sync/react/live.ts'
import { Combobox } from '../ui/combobox.tsx'
import { FieldFrame } from '../ui/fields-look.ts'
import { Icon } from '../ui/icon.tsx'
import { Chips } from './chips.ts'
import { recentCodes } from './recent-codes.ts'
import { useFoundCodes } from './use-found-codes.ts'

/** The list shows this many; typing narrows it. */
const shownLimit = 40

const Option = chakra('div', {
  base: { lineHeight: 1.35, '& > span': { display: 'block', color: 'fg.muted', fontSize: 'sm' } },
})

interface Props {
  label: string
  chosen: readonly number[]
  onChange: (codes: number[]) => void
  /** Sections that are offered because they are often used here. */
  frequent?: readonly number[]
}

/**
 * Chooses code sections: buttons for the chosen ones, for recent ones and for those often used in such a room, and a
 * search in the code book of this device (CF-41, AR-10).
 */
export function CodeChoice({ label, chosen, onChange, frequent = [] }: Props) {
  const [text, setText] = useState('')
  const { rows, found, problem } = useFoundCodes(text)
  const recent = useLive(recentCodes, [], 'recent codes') ?? []
  const id = useId()
  const byId = new Map((rows ?? []).map((it) => [it.id, it]))
  const toggle = (code: number) =>
    onChange(chosen.includes(code) ? chosen.filter((it) => it !== code) : [...chosen, code])
  const suggested = new Set(
    [...recent, ...frequent].filter((it) => !chosen.includes(it) && byId.has(it) && !byId.get(it)?.retired),
  )
  const offered = [...chosen, ...suggested]
  // The buttons come after the focus, and push the field down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (focused?.id === id) focused.scrollIntoView({ block: 'nearest' })
  }, [offered.length])
  return (
    <FieldFrame role="group" aria-labelledby={`${id}-label`}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {offered.length > 0 && (
        <Chips>
          {offered.map((code) => {
            const isChosen = chosen.includes(code)
            return (
              <button key={code} type="button" aria-pressed={isChosen} onClick={() => toggle(code)}>
                <Icon name={isChosen ? 'check' : 'plus'} size={16} />
                {codeLabel(byId.get(code) ?? {}) || `Code ${code}`}
              </button>
            )
          })}
        </Chips>
      )}
      <Combobox
        label={label}
        id={id}
        placeholder="Search the code: chapter, section, name..."
        text={text}
        onText={setText}
        options={found.slice(0, shownLimit)}
        isOpen
        keyOf={(code) => code.id}
        show={(code) => <CodeLine code={code} />}
        isChosen={(code) => chosen.includes(code.id)}
        onChoose={(code) => {
          // The choice is now a button above, so the list closes and the text is cleared.
          setText('')
          toggle(code.id)
        }}
        note={noteFor({ rows, found: found.length, failed: problem !== undefined })}
      />
    </FieldFrame>
  )
}

function CodeLine({ code }: { code: CodeSection }) {
  return (
    <Option>
      {codeLabel(code)}
      {code.description && <span>{cut(code.description)}</span>}
    </Option>
  )
}

const cut = (text: string) => (text.length > 90 ? `${text.slice(0, 90).trimEnd()}…` : text)

function noteFor(now: { rows: unknown[] | undefined; found: number; failed: boolean }): string | undefined {
  if (!now.rows) return 'Loading...'
  if (now.rows.length === 0)
    return now.failed ? 'Error: Failed to fetch codes' : 'No code sections are on this device yet.'
  if (now.found === 0) return 'No section found'
  return now.found > shownLimit ? `${now.found - shownLimit} more: type to narrow them` : undefined
}
