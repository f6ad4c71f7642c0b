import { t } from '#contract/messages/translate.ts'
import type { DrawnSignature } from '#survey/fields/signature.ts'
import { readStrokes, type Stroke, signaturePaper } from '#survey/fields/strokes.ts'
import { strokeLines } from './canvas.ts'
import type { Sheet } from './sheet.ts'
import type { Struct } from './structure.ts'
import { marked } from './tags.ts'
import { colors } from './theme.ts'

const width = 150
const scale = width / signaturePaper.width

/** Returns the height of a drawn signature. A typed name has none, since the value shows it. */
export function signatureHeight(signature: DrawnSignature | undefined): number {
  return signature && signature.path !== '' ? signaturePaper.height * scale : 0
}

/** Draws the strokes as vector lines; the alternative text names the signer. */
export function drawSignature(
  { pdf }: Sheet,
  parent: Struct,
  { name, path }: DrawnSignature,
  at: { readonly x: number; readonly top: number },
): void {
  const place = ({ x, y }: Stroke[number]) => ({ x: at.x + x * scale, y: at.top + y * scale })
  const strokes = (readStrokes(path) ?? []).map((stroke) => stroke.map(place))
  if (strokes.length === 0) return
  const figure = parent.child('Figure', {
    alt: name === '' ? t('fields.signature') : t('fields.signatureOf', { name }),
    bbox: [at.x, at.top, at.x + width, at.top + signaturePaper.height * scale],
  })
  marked(pdf, figure, 'Figure', () => strokeLines(pdf, strokes, 1, colors.ink))
  figure.end()
}
