import { expect, test } from 'vitest'
import { reviewNow } from './review-state.ts'

test('a review counts while the survey is in the reviewed state', () => {
  expect(reviewNow({ status: 'Started', review_state: 'sent_back' })).toBe('sent_back')
  expect(reviewNow({ status: 'Completed', review_state: 'accepted' })).toBe('accepted')
  expect(reviewNow({ status: 'Completed', review_state: 'resubmitted' })).toBe('resubmitted')
})

test('a later submission or reopening on this device overrides the review', () => {
  expect(reviewNow({ status: 'Completed', review_state: 'sent_back' })).toBeNull()
  expect(reviewNow({ status: 'Started', review_state: 'accepted' })).toBeNull()
  expect(reviewNow({ status: 'Started', review_state: 'resubmitted' })).toBeNull()
})

test('an older copy has no review', () => {
  expect(reviewNow({ status: 'Completed' })).toBeNull()
  expect(reviewNow({ status: 'Started', review_state: null })).toBeNull()
})
