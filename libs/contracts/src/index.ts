export { type CacheLookup as CachedPage, type CachePart, cachePart, cacheQuestionOf } from './cache-part';
export {
  AppendToJob,
  CachedCapture as KeptCapture,
  CancelJob,
  DeadLetter,
  DirectReply as PageHandedOver,
  JobChanged,
  JobCommand,
  JobSettled,
  PageDocument,
  PageOutcome,
  PageStored,
  RenderPage,
  StartJob,
} from './messages';
export { type MessageOf, type Topic, type TopicId, topics } from './topics';
