import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { takePickerReturn } from '#web/lib/files/picker-return.ts'

let asked = false

/** Phones may end the page while the camera is open: the next start leads back to the field. */
export function usePickerReturn(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (asked) return
    asked = true
    const back = takePickerReturn()
    if (back) navigate(back.path, { replace: true, state: { field: back.field } })
  }, [navigate])
}
