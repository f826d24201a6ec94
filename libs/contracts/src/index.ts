export { type CacheLookup, type CachePart, cachePart, cacheQuestionOf } from './cache-part';
export {
  AppendToJob,
  CachedCapture,
  CancelJob,
  DeadLetter,
  DirectReply,
  JobChanged,
  JobCommand,
  JobSettled,
  PageDocument,
  PageOutcome,
  PageStored,
  RenderPage,
  StartJob,
} from './messages';
export {
  allTopics,
  carrierOf,
  type MessageOf,
  markOf,
  namesOf,
  type RetentionMark,
  type Topic,
  type TopicId,
  topics,
} from './topics';
