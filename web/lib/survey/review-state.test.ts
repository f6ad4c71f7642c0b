import { expect, test } from 'vitest'
import { reviewNow } from './review-state.ts'

test('what was said counts as long as the survey is where it was said', () => {
  expect(reviewNow({ status: 'Started', review_state: 'sent_back' })).toBe('sent_back')
  expect(reviewNow({ status: 'Completed', review_state: 'accepted' })).toBe('accepted')
  expect(reviewNow({ status: 'Completed', review_state: 'resubmitted' })).toBe('resubmitted')
})

test('what this device has submitted or reopened since is newer', () => {
  expect(reviewNow({ status: 'Completed', review_state: 'sent_back' })).toBeNull()
  expect(reviewNow({ status: 'Started', review_state: 'accepted' })).toBeNull()
  expect(reviewNow({ status: 'Started', review_state: 'resubmitted' })).toBeNull()
})

test('an older copy tells nothing', () => {
  expect(reviewNow({ status: 'Completed' })).toBeNull()
  expect(reviewNow({ status: 'Started', review_state: null })).toBeNull()
})
