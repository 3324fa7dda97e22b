import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'
// The library's other half. It registers itself in this worker under a global name, so no second worker is started.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.min.mjs'
import { type PreviewSize, pageScale, previewLimits } from '../rules/preview.ts'
import { answerPreviews, jpegOf, PreviewRefusal, partOfBuild, whiteCanvas } from './preview-answer.ts'

let open: Promise<PDFDocumentProxy> | null = null

/** Draws pages of a PDF, one at a time. The last file stays open for its next page. */
answerPreviews(async ({ bytes, page, size }) => {
  if (bytes) {
    await open?.then(
      (it) => it.loadingTask.destroy(),
      () => undefined,
    )
    open = opened(bytes)
  }
  if (!open) throw new Error('No file was sent')
  const pdf = await open
  return { jpeg: await drawn(pdf, page, size), pages: Math.min(pdf.numPages, previewLimits.pages) }
})

/** Without scripts, form filling, web fonts, or anything loaded from elsewhere. */
const opened = async (bytes: ArrayBuffer): Promise<PDFDocumentProxy> => {
  try {
    return await getDocument({
      data: new Uint8Array(bytes),
      verbosity: VerbosityLevel.ERRORS,
      isEvalSupported: false,
      enableXfa: false,
      disableFontFace: true,
      useSystemFonts: true,
      useWorkerFetch: false,
      maxImageSize: previewLimits.pixels,
      CanvasFactory: WorkerCanvases,
      FilterFactory: NoFilters,
      WasmFactory: BuiltCode,
    }).promise
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new PreviewRefusal('locked', 'It has a password')
    throw error
  }
}

const drawn = async (pdf: PDFDocumentProxy, number: number, size: PreviewSize): Promise<ArrayBuffer> => {
  const page = await pdf.getPage(number)
  try {
    const [, , width = 0, height = 0] = page.getViewport({ scale: 1 }).viewBox
    if (!(width > 0 && height > 0)) throw new PreviewRefusal('unreadable', 'The page has no size')
    const upright = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: pageScale(upright, previewLimits.edge[size]) })
    const { canvas, context } = whiteCanvas(
      Math.max(1, Math.round(viewport.width)),
      Math.max(1, Math.round(viewport.height)),
    )
    // The library can draw on a worker's canvas, although its types do not say so.
    const canvasContext = context as unknown as Parameters<typeof page.render>[0]['canvasContext']
    await page.render({ canvas: null, canvasContext, viewport }).promise
    return await jpegOf(canvas)
  } finally {
    page.cleanup()
  }
}

interface CanvasAndContext {
  canvas: OffscreenCanvas | null
  context: OffscreenCanvasRenderingContext2D | null
}

/** Creates canvases for parts of a page, because a worker has no document that could. */
class WorkerCanvases {
  create(width: number, height: number): CanvasAndContext {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d') }
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (!canvas) return
    canvas.width = width
    canvas.height = height
  }

  destroy(it: CanvasAndContext): void {
    if (it.canvas) {
      it.canvas.width = 0
      it.canvas.height = 0
    }
    it.canvas = null
    it.context = null
  }
}

/** SVG filters need a document. Without them a page differs only in the colours of a few effects. */
class NoFilters {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  destroy() {}
}

/** The decoders of scanned pages (JBIG2, JPEG 2000), from the build. */
class BuiltCode {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = { 'jbig2.wasm': jbig2, 'openjpeg.wasm': openjpeg }[filename]
    if (!url) throw new Error(`${filename} is not in the build`)
    return new Uint8Array(await partOfBuild(url))
  }
}
