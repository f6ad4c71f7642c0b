type Slice = Readonly<Record<string, string>>

/** The sentences of a language, by 'slice.meaning'. */
export interface Texts extends Iterable<readonly [key: string, text: string]> {
  get(key: string): string | undefined
}

/** Looks up texts in their slices, because building one table delays the start of a slow phone by a frame. */
export function byKey(slices: Readonly<Record<string, Slice>>): Texts {
  return {
    get(key) {
      const dot = key.indexOf('.')
      const slice = own(slices, key.slice(0, dot))
      return slice && own(slice, key.slice(dot + 1))
    },
    *[Symbol.iterator]() {
      for (const [slice, texts] of Object.entries(slices))
        for (const [key, text] of Object.entries(texts)) yield [`${slice}.${key}`, text] as const
    },
  }
}

/** Keys may be untrusted, such as 'constructor'. */
function own<T>(from: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(from, name) ? from[name] : undefined
}
