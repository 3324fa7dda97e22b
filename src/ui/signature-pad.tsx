import { chakra } from '@chakra-ui/react/styled-system'
import { type PointerEvent, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

/** The size of the picture: sharp on paper at three inches, and a few kilobytes. */
const size = { width: 900, height: 300 }
const penWidth = 5

const Frame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 1,
    '& > b': { fontWeight: 'medium' },
    '& > canvas': {
      width: '100%',
      aspectRatio: '3 / 1',
      // Ink on white paper in every look.
      background: '#fff',
      border: 'var(--hairline) solid var(--line-strong)',
      borderRadius: 'md',
      // Signing with a finger must not scroll the page.
      touchAction: 'none',
      cursor: 'crosshair',
    },
    '& > div': { display: 'flex', flexWrap: 'wrap', gap: 2 },
  },
})

interface Props {
  label: string
  /** The name that can replace a drawn signature, for people who cannot draw one. */
  typed: string
  /** The signature as a PNG data URL; '' for none. */
  value: string
  onChange: (picture: string) => void
}

/** A signature drawn with finger, pen or mouse, or typed with a button. */
export function SignaturePad({ label, typed, value, onChange }: Props) {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDrawing = useRef(false)
  useShown(canvas, value)
  const paint = () => canvas.current?.getContext('2d')
  const keep = () => canvas.current && onChange(canvas.current.toDataURL('image/png'))
  const draw = (event: PointerEvent<HTMLCanvasElement>, isStart: boolean) => {
    const pen = paint()
    if (!pen) return
    const { left, top, width } = event.currentTarget.getBoundingClientRect()
    const scale = size.width / width
    const at = [(event.clientX - left) * scale, (event.clientY - top) * scale] as const
    if (isStart) {
      blankIfEmpty(pen, value)
      pen.beginPath()
      pen.moveTo(...at)
    }
    // A dot is a line to the pen's own position.
    pen.lineTo(...at)
    pen.stroke()
  }
  const end = () => {
    if (!isDrawing.current) return
    isDrawing.current = false
    keep()
  }
  const setInType = () => {
    const pen = paint()
    if (!pen) return
    blankIfEmpty(pen, '')
    pen.fillStyle = '#000'
    pen.font = 'italic 72px serif'
    pen.fillText(typed.trim(), 24, 170, size.width - 48)
    pen.font = '28px sans-serif'
    pen.fillText('Signed by typing the name', 24, 250, size.width - 48)
    keep()
  }
  return (
    <Frame role="group" aria-labelledby={id}>
      <b id={id}>{label}</b>
      <canvas
        ref={canvas}
        {...size}
        role="img"
        aria-label={value ? 'Signature' : 'No signature yet: draw it here'}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          isDrawing.current = true
          draw(event, true)
        }}
        onPointerMove={(event) => isDrawing.current && draw(event, false)}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div>
        <Button disabled={typed.trim() === ''} onClick={setInType}>
          Sign by Typed Name
        </Button>
        {value !== '' && (
          <Button kind="quiet" onClick={() => onChange('')}>
            Clear<span className="unseen"> signature</span>
          </Button>
        )}
      </div>
    </Frame>
  )
}

/** Prepares the white background and the pen; an existing drawing stays. */
function blankIfEmpty(pen: CanvasRenderingContext2D, value: string) {
  if (value === '') {
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, size.width, size.height)
  }
  pen.strokeStyle = '#000'
  pen.lineWidth = penWidth
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
}

/** Shows a value from outside: a restored draft, or nothing after clearing. */
function useShown(canvas: { current: HTMLCanvasElement | null }, value: string) {
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen || canvas.current?.toDataURL('image/png') === value) return
    if (value === '') return pen.clearRect(0, 0, size.width, size.height)
    const image = new Image()
    image.src = value
    void image.decode().then(() => pen.drawImage(image, 0, 0))
  }, [canvas, value])
}
