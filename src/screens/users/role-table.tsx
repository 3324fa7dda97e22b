import { chakra } from '@chakra-ui/react/styled-system'
import { roles, roleWords } from '../../rules/permissions.ts'
import { roleTable } from '../../rules/role-table.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'

const Frame = chakra('div', {
  base: {
    overflowX: 'auto',
    '& table': { borderCollapse: 'collapse', width: '100%' },
    '& th, & td': { padding: 2, borderBottom: 'var(--hairline) solid var(--line)', textAlign: 'center' },
    '& th[scope=row]': { textAlign: 'start', fontWeight: 'normal', minWidth: '11rem' },
    '& thead th': { fontSize: 'sm', verticalAlign: 'bottom' },
    '& thead th:first-of-type': { textAlign: 'start' },
    '& td > svg': { display: 'inline-block', color: 'green' },
    '& td > span[aria-hidden]': { color: 'fg.muted' },
  },
})

/** What each role may do, from the permissions. */
export function RoleTable() {
  return (
    <Section title="What each role may do" starts="hidden">
      <Frame role="region" aria-label="Roles" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">May</th>
              {roles.map(({ value }) => (
                <th key={value} scope="col">
                  {roleWords(value)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roleTable.map(({ duty, text, allowed }) => (
              <tr key={duty}>
                <th scope="row">{text}</th>
                {allowed.map((isAllowed, at) => (
                  <td key={roles[at]?.value}>
                    {isAllowed ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
                    <span className="unseen">{isAllowed ? 'Yes' : 'No'}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Frame>
    </Section>
  )
}
