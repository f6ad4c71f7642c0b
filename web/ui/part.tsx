import { Component, type ReactNode, Suspense } from 'react'
import { NotLoaded } from '#web/lib/start/not-loaded.ts'

interface Props {
  children: ReactNode
  /** Shown if the part fails to load; nothing by default. */
  instead?: ReactNode
}

/**
 * Error boundary for a separately loaded part of a screen. If it fails to load offline, the screen around it
 * stays, because it may hold unsaved work. The part is retried until it loads.
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
