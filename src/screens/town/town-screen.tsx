import { useState } from 'react'
import type { TownPage } from '../../contract/town.ts'
import { NeedsSignal, NotOffered } from '../../parts/online-only.tsx'
import { mayAskOurs, useAsked } from '../../parts/use-asked.ts'
import { townSettings } from '../../records/town.ts'
import { may } from '../../rules/permissions.ts'
import { useSession } from '../../sync/react/engine.ts'
import { useTakesOurs } from '../../sync/react/kept-here.ts'
import { useUser } from '../../sync/react/live.ts'
import { problemText } from '../../sync/transport/problem.ts'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import { ListLinks } from './list-links.tsx'
import { SealSection } from './seal-section.tsx'
import { SettingsForm } from './settings-form.tsx'

const title = 'Town settings'

/** What an Admin sets for the whole town: letterhead, seal, time zone, links, and links to its lists. */
export function TownScreen() {
  const isAllowed = may(useUser().role, 'manageTown')
  const takesOurs = useTakesOurs()
  const session = useSession()
  const { value, failure, ask, setValue } = useAsked<TownPage>(townSettings, isAllowed && mayAskOurs(takesOurs))
  const [round, setRound] = useState(0)
  if (!isAllowed) return <Refused title={title} message="Admins only: changing the town’s settings." />
  const saved = async (page: TownPage) => {
    setValue(page)
    setRound(round + 1)
    await session.catchUp()
  }
  return (
    <Page title={title} width="text">
      <NeedsSignal what="Changing the town’s settings" keeps />
      {takesOurs === false && (
        <NotOffered what="change the town’s settings" instead="They are set where the server is run." />
      )}
      {failure && <ErrorLine message="Failed to load the settings" hint={problemText(failure.problem)} />}
      {!value && !failure && takesOurs !== false && <Loading />}
      {value && (
        <>
          <ListLinks />
          <SealSection page={value} onSaved={saved} />
          <SettingsForm key={round} page={value} onRead={ask} onSaved={saved} />
        </>
      )}
    </Page>
  )
}
