export { type CachedPage, type CachePart, cachePart, cacheQuestionOf } from './cache-part';
export {
  AppendToJob,
  CancelJob,
  DeadLetter,
  JobChanged,
  JobCommand,
  JobSettled,
  KeptCapture,
  PageDocument,
  PageHandedOver,
  PageOutcome,
  PageStored,
  RenderPage,
  StartJob,
} from './messages';
export { type MessageOf, type Topic, type TopicId, topics } from './topics';
