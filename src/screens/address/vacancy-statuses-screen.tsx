import { useState } from 'react'
import { type Address, vacancyStatuses } from '../../contract/address.ts'
import type { Id } from '../../contract/id.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { EntriesState } from '../../parts/entry-state.tsx'
import { useListSize } from '../../parts/list-size.ts'
import { ListTools } from '../../parts/list-tools.tsx'
import { listed } from '../../parts/listed.ts'
import { AddressLink } from '../../parts/record-links.tsx'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { addressesByVacancy, setVacancyStatus } from '../../records/address.ts'
import { vacancySheet } from '../../records/sheets.ts'
import { byText } from '../../rules/list-order.ts'
import { may } from '../../rules/permissions.ts'
import { vacancyText } from '../../rules/vacancy.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useLive, useUser } from '../../sync/react/live.ts'
import { Filters, SelectFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { RefusedStatuses } from './refused-statuses.tsx'
import { VacancyUpdate } from './vacancy-update.tsx'

/** Addresses that are not simply occupied, and changing their status (VA-01 to VA-05). */
export function VacancyStatusesScreen() {
  const [pageSize] = useListSize()
  const addresses = useRows(addressesByVacancy())
  const marks = useStatusMarks()
  const [changed, setChanged] = useState<Id[]>([])
  const rows = useWithChanged(addresses.rows, [...changed, ...marks.keys()])
  const filter = useFilter('status')
  const { role } = useUser()
  const { rows: all, problem } = listed({ ...addresses, rows }, 'Failed to fetch addresses')
  const found = all?.filter(
    (it) => filter.value === '' || it.vacancy_status === filter.value || changed.includes(it.id),
  )
  const columns: Column<Address>[] = [
    { title: 'Address', onPhone: 'head', isKept: true, cell: (it) => <AddressLink id={it.id} combadd={it.combadd} /> },
    { title: 'Owner Name', cell: (it) => it.ownername },
    {
      title: 'Vacancy Status',
      sortBy: (it) => it.vacancy_status,
      cell: (it) => (
        <>
          {vacancyText(it.vacancy_status)} <EntriesState entries={marks.get(it.id) ?? []} failure={refusedText} />
        </>
      ),
    },
  ]
  if (may(role, 'updateVacancy'))
    columns.push({
      title: 'Update',
      onPhone: 'plain',
      isKept: true,
      cell: (it) => <VacancyUpdate address={it} onChanged={() => setChanged((before) => [...before, it.id])} />,
    })
  const refused = [...marks.values()].flat().filter((it) => it.state === 'refused')
  return (
    <Page title="Addresses by Vacancy Status" meta={<AsOf of={addresses} />}>
      <RefusedStatuses entries={refused} failure={refusedText}>
        <Filters>
          <SelectFilter
            label="Vacancy Status"
            choices={vacancyStatuses.filter((it) => it !== 'occupied').map((it) => [it, vacancyText(it)] as const)}
            {...filter}
          />
        </Filters>
        <List
          name="Addresses by Vacancy Status"
          tools={(rows, { page }) => (
            <ListTools name="Addresses by Vacancy Status" rows={rows} page={page} sheet={vacancySheet} />
          )}
          pageSize={pageSize}
          rows={found && byText(found, (it) => it.combadd)}
          columns={columns}
          empty="No addresses with this vacancy status."
          problem={problem}
        />
      </RefusedStatuses>
    </Page>
  )
}

const refusedText = 'Failed to update status'

/** The unsent status changes by address. */
function useStatusMarks() {
  const marks = useUnsentMarks('address')
  const own = [...marks].map(
    ([id, entries]) => [id, entries.filter((it) => it.command === setVacancyStatus.name)] as const,
  )
  return new Map(own.filter(([, entries]) => entries.length > 0))
}

/** The list with the addresses that were changed here. One set to occupied stays visible until the next visit. */
function useWithChanged(rows: Address[] | undefined, ids: readonly Id[]): Address[] | undefined {
  const changed = useLive((db) => db.rows('address').bulkGet([...new Set(ids)]), [ids.join()])
  const others = changed?.filter((it) => it !== undefined && !rows?.some((row) => row.id === it.id)) ?? []
  return rows && [...rows, ...others.filter((it) => it !== undefined)]
}
