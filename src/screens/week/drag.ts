import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef } from 'react'
import type { Inspection } from '../../contract/inspection.ts'

const kind = Symbol('a card of the week')

/** The data of a dragged card: the row as it was shown when the drag began. */
const visitIn = (data: Record<string | symbol, unknown>): Inspection | undefined => data[kind] as Inspection | undefined

/** Makes an element a card that can be dragged. During the drag only attributes change; nothing renders. */
export function useDraggable(ref: RefObject<HTMLElement | null>, visit: Inspection, isMovable: boolean): void {
  const latest = useRef(visit)
  latest.current = visit
  useEffect(() => {
    const element = ref.current
    if (!element || !isMovable) return
    return draggable({
      element,
      getInitialData: () => ({ [kind]: latest.current }),
      onDragStart: () => element.toggleAttribute('data-dragged', true),
      onDrop: () => element.removeAttribute('data-dragged'),
    })
  }, [ref, isMovable])
}

/** Makes an element a drop target; `place` is its name. */
export function useDropPlace(ref: RefObject<HTMLElement | null>, place: object): void {
  const latest = useRef(place)
  latest.current = place
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const mark = (isOver: boolean) => element.toggleAttribute('data-over', isOver)
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => visitIn(source.data) !== undefined,
      getData: () => ({ ...latest.current }),
      onDragEnter: () => mark(true),
      onDragLeave: () => mark(false),
      onDrop: () => mark(false),
    })
  }, [ref])
}

/** Called for every dropped card. */
export function useDrops(onDrop: (visit: Inspection, place: Record<string, unknown>) => void): void {
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const visit = visitIn(source.data)
          const [place] = location.current.dropTargets
          if (visit && place) latest.current(visit, place.data as Record<string, unknown>)
        },
      }),
    [],
  )
}
