import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addressOf, type ChangeState, type ConsoleState, changed, stateOf } from './console-state.ts'

export function useConsoleState(): [ConsoleState, ChangeState] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = useMemo(() => stateOf(params), [params])
  const change = useCallback<ChangeState>(
    (part, options = {}) => navigate(addressOf(changed(state, part)), { replace: options.replace ?? false }),
    [state, navigate],
  )
  return [state, change]
}
