% Moments.
moment([1 2 3 4], 2), moment([1 2 3 4], 3, 'c'), skewness([1 2 5]), kurtosis([1 2 5 9])
meansq([1 2 3]), center([1 2 3]), zscore([1 2 3]), range([1 5 3])
