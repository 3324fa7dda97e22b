import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { Input } from './fields-look.ts'
import { ListBox } from './listbox.tsx'

const Frame = chakra('div', { base: { position: 'relative', minWidth: 0 } })

interface ComboboxProps<Option> {
  /** The name for screen readers, if no visible label has this `id`. */
  label: string
  id?: string
  placeholder?: string
  text: string
  onText: (text: string) => void
  options: readonly Option[]
  /** Whether the list may be open: the text is long enough, and not just chosen. */
  isOpen: boolean
  keyOf: (option: Option) => string | number
  show: (option: Option) => ReactNode
  onChoose: (option: Option) => void
  /** A message below the options or instead of them: searching, nothing found, an error. */
  note?: string
  isChosen?: (option: Option) => boolean
  /** Tab marks the first option while none is marked (GS-08). Otherwise Tab leaves, as usual. */
  tabMarksFirst?: boolean
  /** The first option is marked as soon as there is one, so that Enter opens it. */
  marksFirst?: boolean
  /** What Escape does if it neither closes the list nor clears the field. */
  onEscape?: () => void
  inputRef?: Ref<HTMLInputElement>
  describedBy?: string
  isInvalid?: boolean
}

/** Which option is marked, whether the list is open, and what keys do. */
function useMark<Option>(props: ComboboxProps<Option>) {
  const { text, onText, options, note, onEscape, keyOf } = props
  // The mark belongs to an option, not to a place: what is inserted before it must not become what Enter chooses.
  const [markedKey, setMarkedKey] = useState<string | number | null>(null)
  const unmark = () => setMarkedKey(null)
  const unmarked = props.marksFirst ? 0 : -1
  const marked = markedKey === null ? unmarked : options.findIndex((it) => keyOf(it) === markedKey)
  const [isClosed, setClosed] = useState(true)
  const isOpen = props.isOpen && !isClosed && (options.length > 0 || note !== undefined)
  const markedOption = isOpen ? options[marked] : undefined

  const choose = (option: Option) => {
    setClosed(true)
    unmark()
    props.onChoose(option)
  }
  const moveTo = (index: number) => {
    setClosed(false)
    const next = options[(index + options.length) % options.length]
    setMarkedKey(next === undefined ? null : keyOf(next))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const act = {
      ArrowDown: () => moveTo(marked + 1),
      ArrowUp: () => moveTo(marked < 0 ? -1 : marked - 1),
      Enter: () => markedOption !== undefined && choose(markedOption),
      Escape: onEscape ?? (() => (isOpen ? setClosed(true) : onText(''))),
      Tab: () => moveTo(0),
    }[event.key]
    if (!act) return
    if (event.key === 'Tab' && !(props.tabMarksFirst && isOpen && marked < 0 && options.length > 0 && !event.shiftKey))
      return
    // Enter without a marked option belongs to the surrounding form; Escape in an empty box closes the surrounding
    // dialog.
    if (event.key === 'Enter' && markedOption === undefined && !isOpen) return
    if (event.key === 'Escape' && !onEscape && !isOpen && text === '') return
    event.preventDefault()
    act()
  }
  return { marked, unmark, setClosed, isOpen, markedOption, choose, press }
}

/**
 * An input with a list of options by the WAI-ARIA pattern: focus stays in the input, arrows move the mark and wrap
 * at both ends, Enter chooses the marked option, Escape closes.
 */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, id, placeholder, text, onText, options, keyOf, note, inputRef } = props
  const { marked, unmark, setClosed, isOpen, markedOption, choose, press } = useMark(props)
  const ownId = useId()
  return (
    <Frame
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setClosed(true)
      }}
    >
      <Input
        ref={inputRef}
        id={id}
        type="search"
        role="combobox"
        aria-label={id ? undefined : label}
        aria-expanded={isOpen}
        aria-controls={`${ownId}-list`}
        aria-autocomplete="list"
        aria-activedescendant={markedOption === undefined ? undefined : `${ownId}-${marked}`}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setClosed(false)
          unmark()
          onText(event.target.value)
        }}
        onFocus={() => setClosed(false)}
        onClick={() => setClosed(false)}
        onKeyDown={press}
      />
      <ListBox
        id={ownId}
        label={label}
        isOpen={isOpen}
        options={options}
        marked={marked}
        keyOf={keyOf}
        show={props.show}
        isChosen={props.isChosen}
        onChoose={choose}
        note={note}
      />
    </Frame>
  )
}
