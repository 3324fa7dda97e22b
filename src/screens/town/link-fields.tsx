import { chakra } from '@chakra-ui/react/styled-system'
import { useFieldArray } from 'react-hook-form'
import { linkGroups } from '../../rules/helpful-links.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { ErrorLine, Note } from '../../ui/states.tsx'
import { PartHead } from './part-head.ts'
import type { FieldsProps } from './typed-town.ts'

const Group = chakra('fieldset', {
  base: {
    border: 0,
    display: 'grid',
    gap: 3,
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    '& > legend': { fontWeight: 'semibold', paddingBlock: 1 },
    '& > .row': { display: 'grid', gap: 2, gridColumn: '1 / -1', gridTemplateColumns: 'inherit', alignItems: 'end' },
  },
})

/** The URLs of the page of helpful links; a blank one is not shown there. */
export function LinkFields({ form, problems, fixedBy }: FieldsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'others' })
  const by = fixedBy('links')
  return (
    <>
      <PartHead>Helpful links</PartHead>
      {by && <Note tone="gray">Set by the server’s settings: {by}</Note>}
      {!by && <p>The page Helpful Links shows those that have an address here.</p>}
      {problems.links && <ErrorLine message={problems.links} />}
      {!by &&
        linkGroups.map(({ title, links }) => (
          <Group key={title}>
            <legend>{title}</legend>
            {links.map(([key, text]) => (
              <TextField key={key} label={text} type="url" autoComplete="off" {...form.register(`known.${key}`)} />
            ))}
          </Group>
        ))}
      {!by && (
        <Group>
          <legend>Other</legend>
          {fields.map(({ id }, at) => (
            <div className="row" key={id}>
              <TextField label={`Name of link ${at + 1}`} autoComplete="off" {...form.register(`others.${at}.name`)} />
              <TextField
                label={`Address of link ${at + 1}`}
                type="url"
                autoComplete="off"
                {...form.register(`others.${at}.url`)}
              />
              <div>
                <Button icon="trash" onClick={() => remove(at)}>
                  Remove link {at + 1}
                </Button>
              </div>
            </div>
          ))}
          <div>
            <Button icon="plus" onClick={() => append({ name: '', url: '' })}>
              Add a link
            </Button>
          </div>
        </Group>
      )}
    </>
  )
}
