import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'

const Frame = chakra('section', { base: { minWidth: 0 } })

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 3,
    rowGap: 1,
    minHeight: 'tap',
    marginBottom: 1,
    '& > h2': { flex: '1 1 auto' },
  },
})

const Count = chakra('span', {
  base: { color: 'fg.muted', fontWeight: 'normal', fontVariantNumeric: 'tabular-nums', marginInlineStart: 2 },
})

interface Props {
  title: string
  count?: number
  actions?: ReactNode
  /** Makes the section collapsible and says how it starts. Absent: always shown. */
  starts?: 'shown' | 'hidden'
  /** Called when it is first shown, for data that is loaded only then (DB-20). */
  onFirstShow?: () => void
  children: ReactNode
}

/** A titled part of a page, separated by space; with `starts` it has a Show/Hide button. */
export function Section({ title, count, actions, starts, onFirstShow, children }: Props) {
  const [isShown, setShown] = useState(starts !== 'hidden')
  const [wasShown, setWasShown] = useState(isShown)
  const id = useId()
  const toggle = () => {
    if (!isShown && !wasShown) {
      setWasShown(true)
      onFirstShow?.()
    }
    setShown(!isShown)
  }
  return (
    <Frame aria-labelledby={`${id}-title`}>
      <Head>
        <h2 id={`${id}-title`}>
          {title}
          {count !== undefined && <Count>{count}</Count>}
        </h2>
        {isShown && actions}
        {starts && (
          <Button
            kind="quiet"
            aria-expanded={isShown}
            aria-controls={id}
            onClick={toggle}
            icon={isShown ? 'up' : 'down'}
          >
            {isShown ? 'Hide' : 'Show'}
            <span className="unseen"> {title}</span>
          </Button>
        )}
      </Head>
      <div id={id} hidden={!isShown}>
        {(isShown || wasShown) && children}
      </div>
    </Frame>
  )
}
