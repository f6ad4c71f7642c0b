import type { PDFDocumentProxy } from 'pdfjs-dist'
import { GlobalWorkerOptions, getDocument, PasswordException, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { limits } from '#contract/limits.ts'
import { fitSize } from '#web/lib/picture/fit.ts'
import { canvasBlob } from './canvas-blob.ts'
import type { OpenedPdf, PdfProblem } from './open-pdf.ts'

GlobalWorkerOptions.workerSrc = workerAddress
const files = `/assets/pdfjs-${version}`
const thumbnailSide = 280
/** Milliseconds per page, so a huge drawing cannot hang a phone. */
const pageTimeout = 60_000

/** Reads a PDF's pages in a worker. Scripts, forms and links in the file are ignored. */
export async function readPdf(name: string, bytes: ArrayBuffer): Promise<OpenedPdf | PdfProblem> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: `${files}/fonts/`,
    cMapUrl: `${files}/cmaps/`,
    wasmUrl: `${files}/decoders/`,
    // The page's content security policy forbids WebAssembly.
    useWasm: false,
    // Larger images would exhaust a phone's memory.
    maxImageSize: 120_000_000,
    verbosity: 0,
  })
  try {
    const pdf = await task.promise
    const pages = pdf.numPages
    if (pages >= 1 && pages <= limits.planPdfPages) {
      return {
        name,
        pages,
        draw: (number, size) => draw(pdf, number, size),
        close: () => void task.destroy(),
      }
    }
    void task.destroy()
    return pages < 1 ? 'empty' : 'too-long'
  } catch (error) {
    // The returned problem is shown to the user.
    void task.destroy()
    return error instanceof PasswordException ? 'locked' : 'broken'
  }
}

/** Renders a page; null if that fails. */
async function draw(pdf: PDFDocumentProxy, number: number, size: 'thumbnail' | 'plan'): Promise<Blob | null> {
  try {
    const page = await pdf.getPage(number)
    const natural = page.getViewport({ scale: 1 })
    const side = size === 'plan' ? limits.planSide : thumbnailSide
    const scale = side / Math.max(natural.width, natural.height)
    const viewport = page.getViewport({ scale })
    const canvas = document.createElement('canvas')
    const { width, height } = fitSize(viewport.width, viewport.height, side)
    canvas.width = width
    canvas.height = height
    const drawing = page.render({ canvas, viewport, background: '#ffffff' })
    const timer = setTimeout(() => drawing.cancel(), pageTimeout)
    await drawing.promise.finally(() => clearTimeout(timer))
    const blob = await canvasBlob(canvas)
    // Frees the memory immediately; some phones have little canvas memory.
    canvas.width = 0
    page.cleanup()
    return blob
  } catch {
    // The caller reports pages that failed.
    return null
  }
}
