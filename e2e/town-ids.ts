interface Row {
  id: number
  violation_id?: number
  address_id?: number | null
  unit_id?: number | null
}

const lists = {
  contacts: '/contacts/',
  violations: '/violations/',
  businesses: '/businesses/',
  codes: '/codes/',
  licenses: '/licenses/',
  permits: '/permits/',
  complaints: '/complaints/',
  citations: '/citations/',
  rooms: '/rooms/',
  users: '/users/',
}

/** Signs in at a running town and answers how to read its lists. */
async function reader(url: string, username: string, password: string) {
  const login = await fetch(`${url}/api/login`, { method: 'POST', body: new URLSearchParams({ username, password }) })
  if (!login.ok) throw new Error(`${username} could not sign in: ${login.status} ${await login.text()}`)
  const { access_token } = (await login.json()) as { access_token: string }
  return async (path: string): Promise<Row[]> => {
    const answer = await fetch(`${url}/api${path}`, { headers: { Authorization: `Bearer ${access_token}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()) as Row[]
  }
}

/**
 * The ids for the words in braces of screens.ts: the first record of each list, and an inspection under way with areas
 * both of a unit and of the whole building; `citedAddresses` is a place with a citation, `quietAddresses` one at which
 * nothing was ever recorded, `photographedViolations` a violation with photos, `servedViolations` one whose notice was
 * served, at `followedAddresses`. Throws where the town has none.
 */
export async function idsOf(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Record<string, number>> {
  const read = await reader(url, email, password)
  const first = (rows: readonly Row[], what: string): Row => {
    const [row] = rows
    if (!row) throw new Error(`The town has no ${what}`)
    return row
  }
  const ids = Object.fromEntries(
    await Promise.all(Object.entries(lists).map(async ([name, path]) => [name, first(await read(path), name).id])),
  ) as Record<string, number>
  const [citation] = await read('/citations/')
  const photographed = await firstWith(read, 'photos')
  const served = await firstWith(read, 'services')
  const cited = (await read('/violations/')).find((it) => it.id === citation?.violation_id)
  const busy = new Set(
    (await Promise.all(['/violations/', '/inspections/', '/complaints/', '/businesses/', '/licenses/'].map(read)))
      .flat()
      .map((it) => it.address_id),
  )
  // The demo town has 300 addresses, with ids from 1.
  const quiet = Array.from({ length: 300 }, (_, at) => at + 1).find((id) => !busy.has(id))
  for (const inspection of await read('/inspections/')) {
    const areas = await read(`/inspections/${inspection.id}/areas`)
    const ofUnit = areas.find((it) => it.unit_id)
    const general = areas.find((it) => !it.unit_id)
    if (!ofUnit?.unit_id || !general || !inspection.address_id) continue
    return {
      ...ids,
      inspections: inspection.id,
      areas: general.id,
      unitAreas: ofUnit.id,
      inspectedUnits: ofUnit.unit_id,
      units: ofUnit.unit_id,
      addresses: inspection.address_id,
      photographedViolations: photographed?.id ?? ids.violations ?? 0,
      servedViolations: served?.id ?? ids.violations ?? 0,
      followedAddresses: served?.address_id ?? inspection.address_id,
      citedAddresses: cited?.address_id ?? inspection.address_id,
      quietAddresses: quiet ?? inspection.address_id,
    }
  }
  throw new Error('The town has no inspection with areas of a unit and of the building')
}

/** The first violation that has any of these. */
async function firstWith(
  read: (path: string) => Promise<Row[]>,
  what: 'photos' | 'services',
): Promise<Row | undefined> {
  for (const row of await read('/violations/')) if ((await read(`/violation/${row.id}/${what}`)).length > 0) return row
  return undefined
}
