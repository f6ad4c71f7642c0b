import { Component, type ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { screenDrawn } from '#web/lib/start/first-screen.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

/** Catches what a screen throws, a part of the app that could not be loaded included. */
export class ErrorScreen extends Component<{ children: ReactNode }, { failed: boolean; network: boolean }> {
  override state = { failed: false, network: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, network: error instanceof TypeError && /import|fetch|load/i.test(error.message) }
  }

  override componentDidCatch() {
    screenDrawn()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const text = t(this.state.network ? 'common.network' : 'common.somethingWrong')
    return (
      <main>
        <ErrorState text={text} onRetry={() => window.location.reload()} />
      </main>
    )
  }
}
