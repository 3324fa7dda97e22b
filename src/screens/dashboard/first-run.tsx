import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentType, useEffect, useState } from 'react'
import { recall, remember } from '../../sync/device/local-storage.ts'

type Cards = ComponentType<{ onHide: () => void }>

/** Shown until they are hidden: the starts after that do not load their code. Null where it cannot be had. */
let known: Cards | null | undefined

const name = 'introduced'

// Of some height, so that the start waits for what comes in its place and nothing below moves.
const Waiting = chakra('div', { base: { height: '1px' } })

/** Three cards after the first sign-in on this device, until they are hidden. */
export function FirstRun() {
  const [isNew, setNew] = useState(() => recall(name) === null)
  const [FirstCards, setCards] = useState(() => known)
  useEffect(() => {
    if (!isNew || known) return
    const show = (cards: Cards | null) => {
      known = cards
      setCards(() => cards)
    }
    // Without signal before the app is installed there is no code to show: the screen is whole without them.
    import('./first-cards.tsx').then(
      (it) => show(it.FirstCards),
      () => show(null),
    )
  }, [isNew])
  if (!isNew || FirstCards === null) return null
  if (!FirstCards) return <Waiting data-loading="" aria-hidden="true" />
  const hide = () => {
    remember(name, 'yes')
    setNew(false)
  }
  return <FirstCards onHide={hide} />
}
