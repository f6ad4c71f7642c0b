import { useEffect, useEffectEvent, useState } from 'react'
import { preparePictures } from './prepare-pictures.ts'

const lineLength = 80

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

/**
 * Returns @page rules with the survey's name and page numbers. As a constructed stylesheet they need no
 * inline style, which the content security policy may forbid.
 */
export function pageMargins(name: string): string {
  const line = 'font: 8.5pt system-ui, sans-serif; color: #5c6670;'
  return `@page {
    @top-left { content: ${cssString(shortened(name))}; ${line} }
    @bottom-right { content: counter(page) " / " counter(pages); ${line} }
  }
  @page :first { @top-left { content: none } }`
}

/** A CSS string literal. Escapes everything but letters, digits and spaces, so the text cannot end it. */
export function cssString(text: string): string {
  const safe = [...text].map((sign) =>
    /[\p{L}\p{N} ]/u.test(sign) ? sign : `\\${sign.codePointAt(0)?.toString(16) ?? '20'} `,
  )
  return `"${safe.join('')}"`
}

function shortened(name: string): string {
  const signs = [...name]
  return signs.length <= lineLength ? name : `${signs.slice(0, lineLength - 1).join('')}…`
}
