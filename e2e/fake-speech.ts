import type { Page } from 'playwright-core'

/** A fake recognizer controlled by the journey, newest last. */
interface FakeRound {
  readonly lang: string
  readonly continuous: boolean
  readonly interimResults: boolean
  state: 'new' | 'running' | 'stopping' | 'over'
  hear(...texts: readonly string[]): void
  fail(code: string): void
  end(): void
}

declare global {
  var speechRounds: FakeRound[]
  /** Makes `start()` throw. */
  var speechBroken: boolean
}

/** Installs a fake recognizer before the page is opened; `null` removes the browser's own. */
export async function fakeSpeech(page: Page, kind: 'SpeechRecognition' | 'webkitSpeechRecognition' | null) {
  await page.addInitScript(install, kind)
  return {
    rounds: () => page.evaluate(() => globalThis.speechRounds.length),
    newest: () =>
      page.evaluate(() => {
        const { lang, continuous, interimResults, state } = globalThis.speechRounds.at(-1) ?? {}
        return { lang, continuous, interimResults, state }
      }),
    /** The results so far in this round; texts that end in '.' are final. */
    hear: (...texts: readonly string[]) =>
      page.evaluate((said) => globalThis.speechRounds.at(-1)?.hear(...said), texts),
    fail: (code: string) => page.evaluate((one) => globalThis.speechRounds.at(-1)?.fail(one), code),
    /** The service ends the round. */
    end: () => page.evaluate(() => globalThis.speechRounds.at(-1)?.end()),
    breakStart: () =>
      page.evaluate(() => {
        globalThis.speechBroken = true
      }),
  }
}

/** Runs in the page. */
function install(kind: 'SpeechRecognition' | 'webkitSpeechRecognition' | null): void {
  class Round extends EventTarget {
    lang = ''
    continuous = false
    interimResults = false
    state: FakeRound['state'] = 'new'

    start(): void {
      const running = globalThis.speechRounds.some(({ state }) => state === 'running' || state === 'stopping')
      if (globalThis.speechBroken || running) throw new DOMException('busy', 'InvalidStateError')
      globalThis.speechRounds.push(this)
      this.state = 'running'
    }

    stop(): void {
      if (this.state === 'running') this.state = 'stopping'
    }

    abort(): void {
      this.end()
    }

    hear(...texts: readonly string[]): void {
      const results = texts.map((text) => ({
        isFinal: text.endsWith('.'),
        0: { transcript: text.replace(/\.$/, '') },
      }))
      this.dispatchEvent(Object.assign(new Event('result'), { results, resultIndex: 0 }))
    }

    fail(error: string): void {
      this.dispatchEvent(Object.assign(new Event('error'), { error }))
      this.end()
    }

    end(): void {
      this.state = 'over'
      this.dispatchEvent(new Event('end'))
    }
  }
  globalThis.speechRounds = []
  globalThis.speechBroken = false
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'] as const) {
    Object.defineProperty(globalThis, name, { value: name === kind ? Round : undefined, configurable: true })
  }
}
