import { onTestFinished } from 'vitest'
import { spanish } from '#contract/messages/es/catalogue.ts'
import { addTexts, setLanguageSource } from '#contract/messages/spoken.ts'

/** Switches the app to Spanish until the test ends. */
export function speakSpanish(): void {
  addTexts('es', spanish)
  setLanguageSource(() => 'es')
  onTestFinished(() => setLanguageSource(() => 'en'))
}
