import { useInsertionEffect } from 'react'

interface Adopted {
  readonly sheet: CSSStyleSheet
  users: number
}

const adopted = new Map<string, Adopted>()

/**
 * Adds a style sheet to the page while a component is mounted; equal ones once. The content security policy
 * forbids `<style>` elements, but allows constructed style sheets.
 */
export function useAdoptedStyles(css: string): void {
  useInsertionEffect(() => {
    const one = adopted.get(css) ?? adopt(css)
    one.users += 1
    return () => {
      one.users -= 1
      if (one.users > 0) return
      adopted.delete(css)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== one.sheet)
    }
  }, [css])
}

function adopt(css: string): Adopted {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const one = { sheet, users: 0 }
  adopted.set(css, one)
  return one
}

/** Replaces `react-style-singleton`, which locks the page's scroll under an open dialog. */
export function styleSingleton() {
  return function Sheet({ styles }: { readonly styles: string }) {
    useAdoptedStyles(styles)
    return null
  }
}
