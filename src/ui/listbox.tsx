import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { usePlacement } from './placement.ts'

const Drop = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: 30,
    insetInline: 0,
    top: 'calc(100% + 4px)',
    '&[data-above]': { top: 'auto', bottom: 'calc(100% + 4px)' },
    background: 'bg',
    border: 'var(--hairline) solid var(--line-strong)',
    borderRadius: 'md',
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.18)',
    // GS-12: at most about 15rem high.
    maxHeight: '15rem',
    display: 'flex',
    flexDirection: 'column',
    // The list itself scrolls: the keyboard moves it through its input.
    '& > [role=listbox]': { flex: '0 1 auto', minHeight: 0, overflowY: 'auto', overscrollBehavior: 'contain' },
    '& [role=option]': {
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      minHeight: 'tap',
      paddingInline: 3,
      paddingBlock: '6px',
      cursor: 'pointer',
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& [role=option] > div': { flex: 1, minWidth: 0 },
    '& [role=option] > svg': { flex: 'none', color: 'accent' },
    '& [role=option]:last-of-type': { borderBottom: 0 },
    '& [role=option]:hover': { background: 'bg.subtle' },
    '& [role=option][data-marked]': { background: 'accent.quiet', boxShadow: 'inset 3px 0 0 var(--accent)' },
    '& > p': { flex: 'none', paddingInline: 3, paddingBlock: 2, color: 'fg.muted' },
  },
})

interface Props<Option> {
  id: string
  label: string
  isOpen: boolean
  options: readonly Option[]
  marked: number
  keyOf: (option: Option) => string | number
  show: (option: Option) => ReactNode
  isChosen?: (option: Option) => boolean
  onChoose: (option: Option) => void
  note?: string
}

/** The dropped list of a combobox. Its input keeps the focus; the marked option is named by its id. */
export function ListBox<Option>({
  id,
  label,
  isOpen,
  options,
  marked,
  keyOf,
  show,
  isChosen,
  onChoose,
  note,
}: Props<Option>) {
  const drop = useRef<HTMLDivElement>(null)
  usePlacement(drop, isOpen)
  useEffect(() => {
    if (isOpen && marked >= 0) document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, marked])
  return (
    // A press here must not take the focus from the input.
    <Drop ref={drop} hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
      <div
        role="listbox"
        id={`${id}-list`}
        // Not a Tab stop, which some browsers make of any scrollable element.
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable={isChosen ? true : undefined}
      >
        {isOpen &&
          options.map((option, index) => (
            // The input carries the keyboard: aria-activedescendant, Enter.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={keyOf(option)}
              id={`${id}-${index}`}
              role="option"
              aria-selected={isChosen ? isChosen(option) : index === marked}
              data-marked={index === marked || undefined}
              onClick={() => onChoose(option)}
            >
              <div>{show(option)}</div>
              {isChosen?.(option) && <Icon name="check" />}
            </div>
          ))}
      </div>
      {isOpen && note && <p role="status">{note}</p>}
    </Drop>
  )
}
