import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useId, useRef, useState } from 'react'
import { type Address, VacancyStatus, vacancyStatuses } from '../../contract/address.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { setVacancyStatus } from '../../records/address.ts'
import { vacancyText } from '../../rules/vacancy.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields-look.ts'
import { useDirtyMark } from '../../ui/use-dirty.ts'
import { useWasOpen } from '../../ui/use-was-open.ts'

const Row = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 2,
    '& > select': { flex: '1 1 12rem', width: 'auto', maxWidth: { sm: '16rem' } },
    '@media (max-width: 40rem)': { '& > select': { flexBasis: '100%' }, '& > button': { flex: '1 1 auto' } },
  },
})

// Its text, not its padding, is aligned with the head of its column.
const Open = chakra('span', { base: { display: 'block', marginInlineStart: '-12px' } })

interface Props {
  address: Address
  onChanged: () => void
}

/** "Update", then a select with Confirm and Cancel; any of the four may follow any (VA-02, VA-03). */
export function VacancyUpdate({ address, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useWasOpen(isOpen)
  if (isOpen) return <Choice address={address} onChanged={onChanged} onClose={() => setOpen(false)} />
  return (
    <Open>
      <Button kind="quiet" autoFocus={wasOpen} onClick={() => setOpen(true)}>
        Update
        <span className="unseen"> {nameOf(address)}</span>
      </Button>
    </Open>
  )
}

function Choice({ address, onChanged, onClose }: Props & { onClose: () => void }) {
  const perform = usePerform()
  const id = useId()
  // The status that the user saw. If the office has changed it meanwhile, the user is asked.
  const [seen] = useState(address)
  const [status, setStatus] = useState(seen.vacancy_status ?? '')
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => select.current?.focus(), [])
  useDirtyMark(status !== (seen.vacancy_status ?? ''))
  const chosen = VacancyStatus.safeParse(status)

  const confirm = async () => {
    if (!chosen.success || status === seen.vacancy_status) return onClose()
    const body = { vacancy_status: chosen.data }
    const done = await saved(() => perform(setVacancyStatus, { addressId: address.id }, body, { seen }))
    if (done === null) return
    onChanged()
    tellSaved(`Vacancy status set to ${vacancyText(status)}`)
    onClose()
  }
  return (
    <Row
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <label className="unseen" htmlFor={id}>
        Vacancy Status of {nameOf(address)}
      </label>
      <Select
        ref={select}
        id={id}
        value={status}
        onChange={(event) => setStatus(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        {!chosen.success && <option value={status}>{vacancyText(status)}</option>}
        {vacancyStatuses.map((it) => (
          <option key={it} value={it}>
            {vacancyText(it)}
          </option>
        ))}
      </Select>
      <Button type="submit" kind="main">
        Confirm
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </Row>
  )
}

const nameOf = (address: Address): string => address.combadd?.trim() || `Address #${address.id}`
