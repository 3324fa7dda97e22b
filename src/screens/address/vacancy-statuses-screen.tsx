import { type Address, vacancyStatuses } from '../../contract/address.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { addressesByVacancy } from '../../records/linked.ts'
import { byText } from '../../rules/list-order.ts'
import { vacancyText } from '../../rules/vacancy.ts'
import { useValue } from '../../sync/react.ts'
import { Filters, SelectFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

/** Addresses that are not simply occupied (VA-01). */
export function VacancyStatusesScreen() {
  const addresses = useValue<Address[]>(addressesByVacancy())
  const status = useFilter('status')
  const { value, problem } = addresses
  const found = value?.filter((it) => status.value === '' || it.vacancy_status === status.value)
  return (
    <Page title="Addresses by Vacancy Status" meta={<AsOf of={addresses} />}>
      <Filters>
        <SelectFilter
          label="Vacancy Status"
          choices={vacancyStatuses.filter((it) => it !== 'occupied').map((it) => [it, vacancyText(it)] as const)}
          {...status}
        />
      </Filters>
      <List
        name="Addresses by Vacancy Status"
        rows={found ? byText(found, (it) => it.combadd) : problem && []}
        columns={columns}
        empty="No addresses with this vacancy status."
        problem={problem && !value ? 'Failed to fetch addresses' : undefined}
      />
    </Page>
  )
}

const columns: Column<Address>[] = [
  { title: 'Address', onPhone: 'head', cell: (it) => <AddressLink id={it.id} combadd={it.combadd} /> },
  { title: 'Owner Name', cell: (it) => it.ownername },
  { title: 'Vacancy Status', sortBy: (it) => it.vacancy_status, cell: (it) => vacancyText(it.vacancy_status) },
]
