import { useEffect, useEffectEvent, useState } from 'react'
import { pageMargins } from './page-margins.ts'
import { preparePictures } from './prepare-pictures.ts'

/**
 * Prints by button or keyboard, after the pictures have loaded. `name` is null until the report is loaded;
 * `freshen` renews expired URLs.
 */
export function usePrinting(name: string | null, freshen: () => Promise<void>) {
  const [progress, setProgress] = useState<{ ready: number; total: number } | null>(null)
  const [all, setAll] = useState(false)

  const print = async () => {
    if (name === null || progress !== null) return
    setProgress({ ready: 0, total: document.images.length })
    await freshen()
    setAll(true)
    await preparePictures(document, setProgress)
    setProgress(null)
    window.print()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'p') return
    event.preventDefault()
    void print()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  useEffect(() => {
    if (name === null) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(pageMargins(name))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [name])

  /** `all`: load every picture, including those not scrolled to. */
  return { print: () => void print(), progress, all }
}
