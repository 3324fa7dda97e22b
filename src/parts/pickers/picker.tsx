import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { minSearchLength } from '../../rules/address-text.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FieldFrame } from '../../ui/fields-look.ts'
import { Icon } from '../../ui/icon.tsx'
import { focusIfLost } from '../../ui/lost-focus.ts'

const Chosen = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    minHeight: 'tap',
    paddingInlineStart: 3,
    border: 'var(--hairline) solid var(--line-strong)',
    borderRadius: 'md',
    background: 'bg.subtle',
    '& > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere', paddingBlock: 1 },
  },
})

/** The props of every picker of a record. */
export interface PickerProps<Option> {
  label: string
  value: Option | null
  onChange: (option: Option | null) => void
  required?: boolean
  problem?: string
  hint?: string
}

interface Props<Option> extends PickerProps<Option> {
  placeholder: string
  /** The characters typed before options appear; 0 shows all at once. */
  from?: number
  /** The options for the typed text, looked up by a hook of the picker. */
  text: string
  onText: (text: string) => void
  options: readonly Option[]
  note?: string
  show: (option: Option) => ReactNode
}

/** One record chosen by typing: an input with options; once chosen, the record with a button to clear it. */
export function Picker<Option extends { id: number }>(props: Props<Option>) {
  const { label, value, onChange, required, problem, hint, placeholder, from = minSearchLength, text, onText } = props
  const id = useId()
  const [wasCleared, setCleared] = useState(false)
  const isByKey = useRef(false)
  // The input that the record was chosen in is gone. A finger or mouse needs no focus here.
  const toClear = useCallback((clear: HTMLButtonElement | null) => {
    if (clear && isByKey.current) focusIfLost([clear])
  }, [])
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <FieldFrame
      role="group"
      aria-labelledby={`${id}-label`}
      onKeyDownCapture={() => {
        isByKey.current = true
      }}
      onPointerDownCapture={() => {
        isByKey.current = false
      }}
    >
      <label id={`${id}-label`} htmlFor={value ? undefined : id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {value ? (
        <Chosen>
          <div>{props.show(value)}</div>
          <Button
            kind="quiet"
            ref={toClear}
            onClick={() => {
              setCleared(true)
              onChange(null)
            }}
          >
            Clear
            <span className="unseen"> {label}</span>
          </Button>
        </Chosen>
      ) : (
        <Combobox
          label={label}
          id={id}
          placeholder={placeholder}
          text={text}
          onText={onText}
          options={text.trim().length >= from ? props.options : []}
          isOpen={text.trim().length >= from}
          keyOf={(option) => option.id}
          show={props.show}
          onChoose={(option) => {
            onText('')
            onChange(option)
          }}
          note={props.note}
          describedBy={described}
          isInvalid={problem !== undefined}
          // After clearing, the focus goes to the input.
          inputRef={(input) => {
            if (!input || !wasCleared) return
            setCleared(false)
            input.focus()
          }}
        />
      )}
      {problem && (
        <span className="problem" id={`${id}-problem`} role="alert">
          <Icon name="warning" size={16} />
          {problem}
        </span>
      )}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </FieldFrame>
  )
}
