/** Longest name shown inside a pin; longer names are labels below it. */
const markMax = 6

/** The text inside a pin: '203', or the pin's number if its name is too long. */
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
  /** null if the mark contains the name. */
  readonly label: Box | null
}

/** Whether each label fits: it covers no other pin's mark and no earlier label. */
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

/** Whether each mark overlaps another one; such marks are drawn smaller. */
export function crowdedMarks(marks: readonly Box[]): readonly boolean[] {
  return marks.map((mark, index) => marks.some((other, at) => at !== index && overlap(mark, other)))
}

/** Shrinks crowded marks, then shows the labels that fit. Writes to the DOM directly, so zooming renders nothing. */
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
