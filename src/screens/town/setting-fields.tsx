import type { TownSettingName } from '../../contract/town.ts'
import { allUsers } from '../../records/user.ts'
import { byText } from '../../rules/list-order.ts'
import { personName } from '../../rules/person.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { PartHead } from './part-head.ts'
import { type FieldsProps, settingNames } from './typed-town.ts'

const fixedText = (by: string) => `Set by the server’s settings: ${by}`

/** What every field shows of a setting: its label, its problem, and whether the server fixes it. */
const shared = ({ problems, fixedBy }: FieldsProps, name: TownSettingName, hint?: string) => {
  const by = fixedBy(name)
  return {
    label: settingNames[name],
    problem: problems[name],
    disabled: by !== undefined,
    hint: by ? fixedText(by) : hint,
  }
}

/** Name and letterhead of the town. */
export function LetterheadFields(props: FieldsProps) {
  const { register } = props.form
  return (
    <>
      <PartHead>Name and letterhead</PartHead>
      <TextField
        {...register('town_name')}
        {...shared(props, 'town_name', 'In the menu, on the sign-in page, on paper and on letters.')}
        required
        autoComplete="off"
      />
      <TextAreaField
        {...register('address')}
        {...shared(props, 'address', 'Up to four lines under the name.')}
        rows={3}
      />
      <div className="half">
        <TextField {...register('phone')} {...shared(props, 'phone')} type="tel" autoComplete="off" />
      </div>
      <div className="half">
        <TextField {...register('email')} {...shared(props, 'email')} type="email" autoComplete="off" />
      </div>
      <TextField {...register('website')} {...shared(props, 'website')} autoComplete="off" />
    </>
  )
}

/** The town's own texts in a notice. */
export function NoticeFields(props: FieldsProps) {
  return (
    <>
      <PartHead>Notices</PartHead>
      <TextAreaField
        {...props.form.register('notice_text')}
        {...shared(
          props,
          'notice_text',
          'At the end of each notice of violation, such as how to appeal. A blank line begins a new paragraph.',
        )}
        rows={4}
      />
    </>
  )
}

/** Time zone, complaints, permits, and other sites' pages about an address. */
export function WorkFields(props: FieldsProps) {
  const { register, watch } = props.form
  const { rows: users = [] } = useRows(allUsers())
  const inspector = watch('default_complaint_inspector')
  const people = byText(
    users.filter(({ id, active, role }) => String(id) === inspector || (active !== false && role > 0)),
    (it) => personName(it),
  ).map((it) => [String(it.id), personName(it)] as const)
  const choices = people.some(([id]) => id === inspector)
    ? people
    : [[inspector, `User ${inspector}`] as const, ...people]
  const zone = watch('time_zone')
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <>
      <PartHead>Time and work</PartHead>
      <SelectField
        {...register('time_zone')}
        {...shared(props, 'time_zone', 'Every time is shown in this zone. Days and deadlines follow it.')}
        choices={zones.includes(zone) ? zones : [zone, ...zones]}
      />
      <SelectField
        {...register('default_complaint_inspector')}
        {...shared(props, 'default_complaint_inspector', 'Gets the complaints that the office takes.')}
        choices={choices}
      />
      <CheckField
        {...register('manual_permits')}
        label={
          props.fixedBy('manual_permits')
            ? `Permits can be added by hand. ${fixedText(props.fixedBy('manual_permits') ?? '')}`
            : 'Permits can be added by hand. Completed inspections make them otherwise.'
        }
        disabled={props.fixedBy('manual_permits') !== undefined}
      />
      <TextField
        {...register('maps_url')}
        {...shared(props, 'maps_url', 'A web address with {combadd}, {district} or {property_id}.')}
        type="url"
        autoComplete="off"
      />
      <TextField
        {...register('tax_url')}
        {...shared(props, 'tax_url', 'With the same parts in braces.')}
        type="url"
        autoComplete="off"
      />
    </>
  )
}
