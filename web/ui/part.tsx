import { Component, type ReactNode, Suspense } from 'react'
import { NotLoaded } from '#web/lib/start/not-loaded.ts'

interface Props {
  children: ReactNode
  /** Shown where the part could not be loaded; nothing where absent. */
  instead?: ReactNode
}

/**
 * A part of a screen that is loaded by itself. Where it cannot be had, in a cellar without network, the screen around it
 * stays: it may hold work that nothing else can show before the network is back. Then the part comes by itself.
 */
export class Part extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof NotLoaded) void error.whenLoaded().then(() => this.setState({ failed: false }))
  }

  override render() {
    const { children, instead = null } = this.props
    return this.state.failed ? instead : <Suspense>{children}</Suspense>
  }
}
