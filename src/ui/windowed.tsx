import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** With fewer rows than this, all are rendered. */
const WINDOW_FROM = 40

interface Props<Row> {
  name: string
  rows: Row[]
  /** The usual height of a row in pixels; the real one is measured. */
  rowHeight: number
  row: (row: Row) => ReactNode
}

/** A long list without pages (observations, units): only visible rows are rendered. */
export function Windowed<Row extends { id: number }>(props: Props<Row>) {
  if (props.rows.length >= WINDOW_FROM) return <OnlyVisible {...props} />
  return (
    <ul aria-label={props.name}>
      {props.rows.map((it) => (
        <li key={it.id}>{props.row(it)}</li>
      ))}
    </ul>
  )
}

function OnlyVisible<Row extends { id: number }>({ name, rows, rowHeight, row }: Props<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const rowWindow = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
  })
  return (
    <ul ref={list} aria-label={name} style={{ height: rowWindow.getTotalSize(), position: 'relative' }}>
      {rowWindow.getVirtualItems().map((item) => {
        const it = rows[item.index]
        if (!it) return null
        return (
          <li
            key={item.key}
            ref={rowWindow.measureElement}
            data-index={item.index}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${item.start - top}px)` }}
          >
            {row(it)}
          </li>
        )
      })}
    </ul>
  )
}
