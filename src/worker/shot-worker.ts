import { withExif } from '../rules/jpeg.ts'
import { type ShotAnswers, shotQuality } from '../sync/device/shot-job.ts'
import { answerQuestions } from './answer-questions.ts'

/**
 * Makes the JPEG of a shot in a worker, because encoding some eight million pixels would delay the next tap on the
 * shutter.
 */
answerQuestions(async (asked: ShotAnswers[keyof ShotAnswers]['asked']): Promise<Uint8Array<ArrayBuffer> | null> => {
  if (asked.kind === 'begin') return null
  const { frame, width, height, exif } = asked
  const canvas = new OffscreenCanvas(width, height)
  // Its pixels are read at once, so a canvas in graphics memory would only copy them there and back.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (!context) throw new Error('This browser gives workers no canvas')
  context.drawImage(frame, 0, 0, width, height)
  frame.close()
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: shotQuality })
  return withExif(new Uint8Array(await blob.arrayBuffer()), exif)
})
