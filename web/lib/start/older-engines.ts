/** Polyfills for engines of three years ago: Safari before 17.4, Chrome before 119, Firefox before 121. */
import 'core-js/actual/map/group-by'
import 'core-js/actual/promise/with-resolvers'
