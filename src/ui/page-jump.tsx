import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import { jumpedPage } from '../rules/pages.ts'
import { Button } from './button.tsx'
import { Input } from './fields-look.ts'
import type { Pages } from './pages.tsx'

const Frame = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    paddingTop: 3,
    '& > input': { width: '5rem' },
    '& > span': { color: 'fg.muted' },
  },
})

/** Goes to a page by its number: accepts only digits within 1 to the last page (AD-17). */
export function PageJump({ pages, of }: { pages: Pages<unknown>; of: string }) {
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const id = useId()
  if (!pages.hasPager) return null
  const jump = () => {
    const page = jumpedPage(typed, pages.pages)
    setSaid(page === null ? `A page from 1 to ${pages.pages}` : '')
    if (page === null) return
    setTyped('')
    pages.goTo(page)
  }
  return (
    <Frame
      aria-label={`Jump to a page of ${of}`}
      className="not-printed"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        jump()
      }}
    >
      <label htmlFor={id}>Page</label>
      <Input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        aria-describedby={`${id}-said`}
        aria-invalid={said !== '' || undefined}
        onChange={(event) => {
          setSaid('')
          setTyped(event.target.value.replaceAll(/\D/g, ''))
        }}
      />
      <Button type="submit">Go</Button>
      <span id={`${id}-said`} role="status">
        {said}
      </span>
    </Frame>
  )
}
