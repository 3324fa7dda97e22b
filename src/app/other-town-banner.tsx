import { useEffect, useState } from 'react'
import { everybody } from '../db/aside.ts'
import { isSamePerson } from '../db/directory.ts'
import { noRescueCopy, saveRescueCopy } from '../parts/rescue-file.ts'
import { useZone } from '../parts/use-now.ts'
import { piecesOfWork } from '../rules/unsent-text.ts'
import { recall, remember } from '../sync/device/local-storage.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useUser } from '../sync/react/live.ts'
import type { OtherTownWork } from '../sync/session/other-town.ts'
import { Button } from '../ui/button.tsx'
import { deviceWord } from '../ui/this-device.ts'
import { tellFailure } from '../ui/toast.tsx'
import { Banner } from './banner.tsx'

const code = () => import('../sync/session/other-town.ts')

/**
 * Unsent work of another town that was at this address before (I14). Nothing sends it here, so nobody would see it
 * again. Shown until it is read, for each person of that town.
 */
export function OtherTownBanner() {
  const { directory, person, town } = useEngine()
  const [found, setFound] = useState<OtherTownWork[]>([])
  useEffect(() => {
    const look = async () => {
      const isAny = (await everybody(directory)).some((it) => it.townId !== town.townId)
      if (isAny) setFound(await (await code()).otherTownWork(directory, town.townId))
    }
    void look()
  }, [directory, town.townId])
  // Before the sign-in to this town, the banner of the ended session says it of the person's own work.
  const others = found.filter((it) => !isSamePerson(it.person, person))
  return others.map((it) => <LeftWork key={`${it.person.townId}/${it.person.userId}`} work={it} />)
}

function LeftWork({ work }: { work: OtherTownWork }) {
  const { person, entries, sealed } = work
  const { email } = useUser()
  const zone = useZone()
  const count = entries + sealed
  // More may be saved in a tab that does not know of the new town yet.
  const name = `read-other-town-${person.townId}-${person.userId}`
  const [isRead, setRead] = useState(() => recall(name) === String(count))
  if (isRead) return null
  const read = () => {
    remember(name, String(count))
    setRead(true)
  }
  const save = async () => {
    try {
      saveRescueCopy(await (await code()).otherTownCopy(person), Date.now(), zone)
    } catch (error) {
      tellFailure(noRescueCopy)
      throw error
    }
  }
  // Numbers mean nothing between towns. The email says who it is.
  const isOwn = person.profile.email.toLowerCase() === email.toLowerCase()
  return (
    <Banner
      tone="red"
      text={`${piecesOfWork(count)} of ${isOwn ? 'yours' : person.profile.email} ${count === 1 ? 'was' : 'were'} saved on this ${deviceWord} for another town that was at this address before. ${count === 1 ? 'It stays here and is' : 'They stay here and are'} not sent to this town. Tell your administrator.`}
    >
      {isOwn && entries > 0 && (
        <Button kind="main" icon="download" onClick={() => void save()}>
          Save rescue copy
        </Button>
      )}
      <Button onClick={read}>I have read this</Button>
    </Banner>
  )
}
