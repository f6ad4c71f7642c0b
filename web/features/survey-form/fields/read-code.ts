import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

type Reader = (video: HTMLVideoElement) => Promise<string | null>

/** The used part of https://wicg.github.io/shape-detection-api, which TypeScript does not define. */
interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorClass {
  new (): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

let chosen: Promise<Reader> | null = null

/** Returns the text of a code in the picture, or null if there is none. */
export async function readCode(video: HTMLVideoElement): Promise<string | null> {
  chosen ??= ownReader().then((own) => own ?? libraryReader())
  // The caller gets this error too. Here, only let the next scan choose a reader again.
  chosen.catch(() => {
    chosen = null
  })
  return (await chosen)(video)
}

/** Downloads the library in advance if the browser has no reader of its own. */
export async function prefetchReader(): Promise<void> {
  if (await ownReader()) return
  await libraryReader()
}

async function ownReader(): Promise<Reader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return null
  // On an error use no formats, which selects the library.
  const formats = new Set(await BarcodeDetector.getSupportedFormats().catch(() => []))
  // Some browsers define the interface without supporting any format.
  if (!formats.has('qr_code') || !formats.has('code_128')) return null
  const detector = new BarcodeDetector()
  return async (video) => (await detector.detect(video))[0]?.rawValue || null
}

async function libraryReader(): Promise<Reader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No 2D canvas context')
  return async (video) => {
    if (video.videoWidth === 0) return null
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    context.drawImage(video, 0, 0)
    const picture = context.getImageData(0, 0, canvas.width, canvas.height)
    const [code] = await readBarcodes(picture, { maxNumberOfSymbols: 1 })
    return code?.text || null
  }
}
