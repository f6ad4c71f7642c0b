/** Longer names stand below the pin: a mark has room for a unit's number. */
const markMax = 6

/** The text inside a pin: '203', or its number where the name is too long for it. */
export function markOf({ number, name }: { readonly number: number; readonly name: string }): string {
  return name.length <= markMax ? name : String(number)
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface LabeledPin {
  readonly mark: Box
  /** null = the mark is the name. */
  readonly label: Box | null
}

/** Whether the label of each pin has room: it covers no other pin's mark and no label before it. */
export function labelsThatFit(pins: readonly LabeledPin[]): readonly boolean[] {
  const placed: Box[] = []
  return pins.map(({ label }, index) => {
    if (!label) return false
    const coversMark = pins.some(({ mark }, other) => other !== index && overlap(label, mark))
    if (coversMark || placed.some((one) => overlap(label, one))) return false
    placed.push(label)
    return true
  })
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Which marks overlap another one, and are drawn smaller for that. */
export function crowdedMarks(marks: readonly Box[]): readonly boolean[] {
  return marks.map((mark, index) => marks.some((other, at) => at !== index && overlap(mark, other)))
}

/** Makes room for marks, then shows the labels that have some. Written into the elements: a zoom renders nothing. */
export function arrangeLabels(layer: HTMLElement | null): void {
  const pins = [...(layer?.querySelectorAll<HTMLElement>('button[data-pin]:not([hidden])') ?? [])]
  for (const pin of pins) delete pin.dataset.crowded
  const crowded = crowdedMarks(pins.map((pin) => boxesOf(pin).mark))
  for (const [index, pin] of pins.entries()) if (crowded[index]) pin.dataset.crowded = 'true'
  const fits = labelsThatFit(pins.map(boxesOf))
  for (const [index, pin] of pins.entries()) pin.dataset.named = String(fits[index])
}

function boxesOf(pin: HTMLElement): LabeledPin {
  const mark = boxOf(pin.querySelector('[data-mark]')) ?? pin.getBoundingClientRect()
  return { mark, label: boxOf(pin.querySelector('[data-label]')) }
}

function boxOf(element: Element | null): Box | null {
  return element?.getBoundingClientRect() ?? null
}
