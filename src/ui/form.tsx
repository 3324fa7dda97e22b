import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { useOneAtATime } from './one-at-a-time.ts'
import { ErrorLine } from './states.tsx'

const Frame = chakra('form', {
  base: {
    display: 'grid',
    gap: 4,
    maxWidth: '48rem',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    '& > *': { gridColumn: '1 / -1' },
    '& > .half': { gridColumn: { sm: 'auto' } },
  },
})

const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 1 } })

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit' | 'color'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** A problem with the form as a whole, such as the server's message; fields show their own. */
  problem?: string
  actions: ReactNode
}

/**
 * A form in one or two columns: wrap two neighbours in a `<div className="half">` each to place them side by side. It is
 * submitted once at a time.
 */
export function Form({ onSubmit, problem, actions, children, ...rest }: Props) {
  const submit = useOneAtATime(onSubmit)
  return (
    <Frame
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event)
      }}
    >
      {problem && <ErrorLine message={problem} />}
      {children}
      <Actions>{actions}</Actions>
    </Frame>
  )
}
