import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type TownPage, type TownSettingName, type TownSettings, town } from '../../contract/town.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure, EditClash } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { same } from '../../rules/same.ts'
import { townProblems } from '../../rules/town-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { tell } from '../../ui/toast.tsx'
import { LetterheadPreview } from './letterhead-preview.tsx'
import { LinkFields } from './link-fields.tsx'
import { LetterheadFields, NoticeFields, WorkFields } from './setting-fields.tsx'
import { type FieldsProps, settingNames, settingsOf, type TypedTown, typedOf } from './typed-town.ts'

interface Props {
  page: TownPage
  /** Reads the settings as they are now. */
  onRead: () => Promise<TownPage | null>
  onSaved: (page: TownPage) => Promise<void>
}

/** All settings of the town in one form, saved together. */
export function SettingsForm({ page, onRead, onSaved }: Props) {
  const { failure, isBusy, make } = useDirectCall()
  const [opened] = useState(page)
  const [readSince, setReadSince] = useState<TownPage | null>(null)
  const [blank] = useState(() => typedOf(page.settings))
  const form = useForm<TypedTown>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: 'town/settings', blank, seen: opened })
  // What a restored draft began with may be older than the page: saving it must not undo what others saved since.
  const seen = readSince ?? (kept.seen as TownPage)
  const [problems, setProblems] = useState<FieldsProps['problems']>({})
  const [clashes, setClashes] = useState<{ name: string; theirs: unknown }[]>([])
  const save = form.handleSubmit(async (typed) => {
    const settings = { ...settingsOf(typed), ...fixedOf(seen) }
    const found = townProblems(settings)
    setProblems(found)
    setClashes([])
    if (Object.keys(found).length > 0) return
    const body = { ...settings, version: seen.version }
    const saved = await make((call) => call(town.save, {}, body, { words: 'Town settings saved' }))
    if (!saved) return
    await kept.finish(typed)
    tell('Settings saved')
    await onSaved(saved)
  })
  const isOvertaken = failure?.problem.kind === 'refused' && failure.problem.status === 409
  const readAgain = async () => {
    const now = await onRead()
    if (!now) return
    const mine = { ...settingsOf(form.getValues()), ...fixedOf(seen) }
    const merged = mergedSettings(seen.settings, mine, now.settings)
    form.reset(typedOf(merged.settings), { keepDefaultValues: true })
    setClashes(merged.clashes)
    setReadSince(now)
  }
  if (kept.isAsking) return <KeptQuestion kept={kept} what="A change of the settings" />
  const fixedBy = (name: TownSettingName) => seen.fixed.find((it) => it.name === name)?.by
  const parts = { form, problems, fixedBy }
  return (
    <Form
      aria-label="Town settings"
      onSubmit={save}
      actions={
        <Button type="submit" kind="main" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      }
    >
      <LetterheadFields {...parts} />
      <LetterheadPreview form={form} seal={seen.seal} />
      <NoticeFields {...parts} />
      <WorkFields {...parts} />
      <LinkFields {...parts} />
      {Object.keys(problems).length > 0 && (
        <ErrorLine
          message="Nothing was saved yet"
          hint={`Look at: ${Object.keys(problems)
            .map((name) => settingNames[name as TownSettingName])
            .join(', ')}.`}
        />
      )}
      <CallFailure of={failure} failed="The settings could not be saved" isServerFirst />
      {isOvertaken && (
        <div>
          <Button onClick={() => void readAgain()}>Merge their changes</Button>
        </div>
      )}
      <EditClash of={clashes} nameOf={settingNames} />
    </Form>
  )
}

/** Settings fixed on the server: their fields cannot be changed and have no value of their own. */
const fixedOf = ({ fixed, settings }: TownPage): Partial<TownSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => fixed.some((it) => it.name === name)))

/** The newest settings with this user's changes on top. A field that both changed is reported. */
function mergedSettings(seen: TownSettings, mine: TownSettings, theirs: TownSettings) {
  const settings = { ...theirs }
  const clashes: { name: string; theirs: unknown }[] = []
  for (const name of Object.keys(mine) as TownSettingName[]) {
    if (same(mine[name], seen[name])) continue
    Object.assign(settings, { [name]: mine[name] })
    if (!same(theirs[name], seen[name]) && !same(theirs[name], mine[name]))
      clashes.push({ name, theirs: name === 'links' ? theirs.links.map((it) => it.name).join(', ') : theirs[name] })
  }
  return { settings, clashes }
}
